"""A headless Chromium for tests, driven through its debugging pipe; needs no library.

    with Browser(folder) as browser:
        browser.open(page)
        browser.evaluate("document.title")
        browser.press("/"); browser.type("noise")

`CHROMIUM` is the path of the browser, or None where there is none.  Input goes through the browser
as from a keyboard and a mouse, so that what a test does is what a person can do.
"""

import base64
import contextlib
import fcntl
import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
_FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--remote-debugging-pipe",
    "--force-color-profile=srgb",
)
_KEYS = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "Tab": 9}
_PATIENCE = 20.0  # seconds; the machine may be busy


class Browser:
    """One page of a browser."""

    def __init__(self, folder: Path) -> None:
        assert CHROMIUM is not None
        inward, self._out = os.pipe()
        self._in, outward = os.pipe()
        ours = [fcntl.fcntl(fd, fcntl.F_DUPFD, 20) for fd in (inward, outward)]

        def place() -> None:
            os.dup2(ours[0], 3)
            os.dup2(ours[1], 4)

        self._process = subprocess.Popen(
            [CHROMIUM, *_FLAGS, f"--user-data-dir={folder}", "about:blank"],
            pass_fds=(3, 4),
            preexec_fn=place,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        for fd in (inward, outward, *ours):
            os.close(fd)
        os.set_blocking(self._in, False)
        self._buffer = b""
        self._number = 0
        self.events: list[dict[str, Any]] = []
        (target,) = [
            t
            for t in self._send("Target.getTargets", session="")["targetInfos"]
            if t["type"] == "page"
        ]
        attached = self._send(
            "Target.attachToTarget", session="", targetId=target["targetId"], flatten=True
        )
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Performance", "Network"):
            self._send(f"{domain}.enable")

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._in)
        os.close(self._out)

    # what a person does ---------------------------------------------------------------------------

    def open(self, page: Path, fragment: str = "") -> None:
        """Go to a file and wait until it is loaded."""
        for address in ("about:blank", page.as_uri() + fragment):  # a new document each time
            self.events.clear()
            self._send("Page.navigate", url=address)
            self._until(lambda: any(e["method"] == "Page.loadEventFired" for e in self.events))

    def press(self, key: str) -> None:
        """Press and let go of a key."""
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        code = _KEYS.get(key, ord(key[0]))
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            self._send(
                "Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **more
            )

    def type(self, text: str) -> None:
        """Type a text where the focus is."""
        self._send("Input.insertText", text=text)

    def click(self, rule: str) -> None:
        """Click the middle of the first element of a CSS rule."""
        x, y = self.evaluate(
            f"(() => {{ const e = document.querySelector({json.dumps(rule)});"
            " e.scrollIntoView({block: 'center', behavior: 'instant'});"
            " const r = e.getClientRects()[0];"
            " return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self._send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    # what a person sees ---------------------------------------------------------------------------

    def evaluate(self, expression: str) -> Any:
        """The value of an expression of JavaScript, promises awaited."""
        done = self._send(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in done:
            raise AssertionError(done["exceptionDetails"])
        return done["result"].get("value")

    def wait(self, expression: str) -> Any:
        """Wait until an expression is true of the page; returns its value."""
        found: list[Any] = []

        def holds() -> bool:
            with contextlib.suppress(AssertionError):  # between two pages there is no document
                found[:] = [self.evaluate(f"(v => v instanceof Node || v)({expression})")]
            return bool(found and found[0])

        self._until(holds, expression)
        return found[0]

    def text(self, rule: str) -> str:
        """The text of an element as it is shown."""
        return str(self.evaluate(f"document.querySelector({json.dumps(rule)}).innerText"))

    def complaints(self) -> list[str]:
        """What the browser wrote to its console: errors, refused loads, violated policies."""
        told = []
        for event in self.events:
            if event["method"] == "Log.entryAdded":
                told.append(event["params"]["entry"]["text"])
            if event["method"] == "Runtime.exceptionThrown":
                told.append(json.dumps(event["params"]["exceptionDetails"])[:500])
        return told

    def requested(self) -> list[str]:
        """The addresses that the page asked for."""
        wanted = "Network.requestWillBeSent"
        return [e["params"]["request"]["url"] for e in self.events if e["method"] == wanted]

    def screen(self, width: int, height: int, *, dark: bool = False, phone: bool = False) -> None:
        """Set the size of the window and the theme."""
        self._send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if phone else 1,
            mobile=phone,
        )
        theme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._send("Emulation.setEmulatedMedia", features=[theme])

    def picture(self) -> bytes:
        """What is on the screen, as PNG."""
        return base64.b64decode(self._send("Page.captureScreenshot")["data"])

    def printed(self) -> bytes:
        """What the printer gets, as PDF."""
        return base64.b64decode(self._send("Page.printToPDF")["data"])

    def memory(self) -> int:
        """The bytes that the largest renderer holds (proportional set size); others are spare."""
        found = 0
        for process in self._send("SystemInfo.getProcessInfo", session="")["processInfo"]:
            if process["type"] == "renderer":
                lines = Path(f"/proc/{process['id']}/smaps_rollup").read_text().splitlines()
                held = (int(x.split()[1]) * 1024 for x in lines if x.startswith("Pss:"))
                found = max(found, *held)
        return found

    def laid_out(self) -> int:
        """How many boxes the layout of the page has."""
        values = self._send("Performance.getMetrics")["metrics"]
        return next(int(one["value"]) for one in values if one["name"] == "LayoutObjects")

    # the pipe -------------------------------------------------------------------------------------

    def _send(self, method: str, *, session: str | None = None, **params: Any) -> dict[str, Any]:
        self._number += 1
        number = self._number
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if session is None:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        answer: list[dict[str, Any]] = []
        self._until(lambda: bool(answer), method, lambda m: m.get("id") == number, answer)
        if "error" in answer[0]:
            raise AssertionError(f"{method}: {answer[0]['error']}")
        return dict(answer[0]["result"])

    def _until(
        self, done: Any, what: str = "the page", mine: Any = None, answer: Any = None
    ) -> None:
        end = time.monotonic() + _PATIENCE
        while not done():
            if time.monotonic() > end:
                raise AssertionError(f"the browser did not come to {what} in {_PATIENCE:.0f} s")
            for message in self._messages():
                if mine is not None and mine(message):
                    answer.append(message)
                elif "method" in message:
                    self.events.append(message)

    def _messages(self) -> list[dict[str, Any]]:
        try:
            self._buffer += os.read(self._in, 1 << 20)
        except BlockingIOError:
            time.sleep(0.005)
        *whole, self._buffer = self._buffer.split(b"\0")
        return [json.loads(one) for one in whole]
