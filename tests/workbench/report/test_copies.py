"""Work that is shared out to copies of a process has the answers that it has in one."""

import os

import pytest

from workbench.report.copies import shared_out

MANY = 250


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_the_answers_come_in_the_order_of_the_jobs(copies):
    jobs = [lambda k=k: (k, os.getpid()) for k in range(MANY)]
    found = shared_out(jobs, copies=copies)
    assert [k for k, _ in found] == list(range(MANY))
    assert len({process for _, process in found}) == copies


def test_a_few_jobs_are_done_here():
    assert set(shared_out([os.getpid] * 9, copies=2)) == {os.getpid()}


def test_what_a_copy_cannot_answer_is_computed_here():
    here = os.getpid()

    def job(k: int) -> int:
        if os.getpid() != here:
            os._exit(3)
        return k

    jobs = [lambda k=k: job(k) for k in range(MANY)]
    assert shared_out(jobs, copies=2) == list(range(MANY))


@pytest.mark.parametrize("wrong", [100, 101])
def test_an_error_is_told_here_whoever_has_met_it(wrong):
    def job(k: int) -> int:
        if k == wrong:
            raise ValueError("on purpose")
        return k

    with pytest.raises(ValueError, match="on purpose"):
        shared_out([lambda k=k: job(k) for k in range(MANY)], copies=2)
