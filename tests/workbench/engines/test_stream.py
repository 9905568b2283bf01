"""Pieces of work on an engine: bounded, repeated once, in order where that is asked for."""

import os
import signal
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

import pytest

from workbench.engines import Lost, engine, stream
from workbench.errors import ParameterError
from workbench.processes import WorkerError

INSTEAD = "Do without."


class Slow:
    """A pool that finishes its last piece first, and counts what is in flight."""

    deadly = (BrokenProcessPool,)

    def __init__(self, window, *, kills=()):
        self.window, self.kills = window, list(kills)
        self.flying, self.most, self.alone = [], 0, []

    def submit(self, work, *arguments):
        future = Lazy(self, work, arguments)
        self.flying.append(future)
        self.most = max(self.most, len(self.flying))
        return future

    def renew(self):
        return False


class Lazy(Future):
    """Done when it is asked for; the newest is asked first."""

    def __init__(self, pool, work, arguments):
        super().__init__()
        self.pool, self.task = pool, (work, arguments)
        self.set_result(None)

    def result(self, timeout=None):
        work, arguments = self.task
        self.pool.flying.remove(self)
        if arguments in self.pool.kills:
            self.pool.kills.remove(arguments)
            self.pool.alone.append(len(self.pool.flying))
            raise BrokenProcessPool
        return work(*arguments)


def numbers(count):
    return ((i,) for i in range(count))


def square(i):
    return i * i


@pytest.mark.parametrize("ordered", [False, True])
def test_a_million_pieces_need_the_memory_of_a_few(ordered):
    pool, taken, answered = Slow(6), 0, 0

    def items():
        nonlocal taken
        for i in range(20_000):
            taken += 1
            assert taken - answered <= 6 + 1, "no piece is made before there is room for it"
            yield (i,)

    for (i,), found in stream(pool, square, items(), ordered=ordered):
        assert found == i * i
        answered += 1
    assert answered == 20_000
    assert pool.most <= 6


def test_answers_come_in_order_where_that_is_asked_for():
    assert [i for (i,), _ in stream(Slow(5), square, numbers(50), ordered=True)] == list(range(50))


def test_a_piece_whose_worker_died_is_repeated_alone_and_once():
    pool = Slow(4, kills=[(3,), (7,), (7,)])
    found = {i: answer for (i,), answer in stream(pool, square, numbers(12))}
    assert found[3] == 9
    assert isinstance(found[7], Lost)
    assert pool.alone[-1] == 0, "the second try has nothing beside it"
    assert len(found) == 12


def kill_once(folder, i):
    mark = os.path.join(folder, str(i))
    while i == 3 and not os.path.exists(os.path.join(folder, "2")):
        time.sleep(0.01)  # else 3 may kill 2 before it began, which then dies in its second try
    if i in (2, 3) and not (os.path.exists(mark) and i == 2):
        open(mark, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    if i == 5:
        raise ParameterError("five = 5 is refused.")
    return i


def test_workers_that_die_are_replaced(tmp_path):
    with engine(jobs=2, instead=INSTEAD) as pool:
        items = ((str(tmp_path), i) for i in range(5))
        found = {i: answer for (_, i), answer in stream(pool, kill_once, items)}
        assert isinstance(found.pop(3), Lost)
        assert found == {i: i for i in (0, 1, 2, 4)}
        with pytest.raises(ParameterError, match="five = 5"):
            list(stream(pool, kill_once, [(str(tmp_path), 5)]))


def unheard(i):
    class Own(Exception):
        def __init__(self, a, b):
            super().__init__(a)

    raise Own("cannot be sent", i)


def test_an_error_that_cannot_travel_is_told():
    with (
        engine(jobs=1, instead=INSTEAD) as pool,
        pytest.raises(WorkerError, match="Own: cannot be sent"),
    ):
        list(stream(pool, unheard, numbers(1)))


@pytest.mark.parametrize("name", ["", "Dask", "dask://", "dask://host", "dask://host:x", "slurm"])
def test_an_engine_nobody_knows_is_refused(name):
    with pytest.raises(ParameterError, match=r"dask://HOST:PORT"), engine(name, instead=INSTEAD):
        pass
