"""The changes of a list as they happen: Server-Sent Events that continue after a lost connection."""

from __future__ import annotations

import json
import random
import socket
import threading
from http.client import HTTPException, HTTPResponse
from typing import Any, Callable, Generator, Iterator
from urllib.error import URLError

from ._errors import PASSING, DisclosedError

#: network errors, and those of a connection that another thread has closed
_LOSSES = (URLError, TimeoutError, ConnectionError, HTTPException, OSError, ValueError)
_MAX_PAUSE = 60.0


class EventStream(Iterator[dict[str, Any]]):
    """The events, without end; `close` ends the iteration, also from another thread.

    open_: opens the connection after an id, None for the next change; raises DisclosedError or a network error
    on_position: called with each id to continue from, after the event before it was taken
    """

    def __init__(
        self,
        open_: Callable[[str | None], HTTPResponse],
        *,
        last_event_id: str | None,
        on_position: Callable[[str], None] | None,
        attempts: int,
        max_wait: float,
    ):
        self._open = open_
        self._position = last_event_id
        self._on_position = on_position
        self._attempts = attempts
        self._max_wait = max_wait
        self._closed = threading.Event()
        self._response: HTTPResponse | None = None
        self._pause = 3.0
        self._failures = 0
        self._has_opened = False
        self._events = self._forever()

    def __next__(self) -> dict[str, Any]:
        return next(self._events)

    def __enter__(self) -> EventStream:
        return self

    def __exit__(self, *_exception: Any) -> None:
        self.close()
        self._events.close()

    def close(self) -> None:
        """Closes the connection and ends the iteration."""
        self._closed.set()
        response = self._response
        if response is not None:
            _cut(response)

    def _forever(self) -> Generator[dict[str, Any], None, None]:
        while not self._closed.is_set():
            response, asked = self._attempt()
            if response is not None:
                self._response = response
                with response:
                    yield from self._read(response)
                self._response = None
                self._failures += 1
            pause = min(self._pause * 2 ** min(self._failures - 1, 10), _MAX_PAUSE) * random.uniform(1, 1.1)
            self._closed.wait(pause if asked is None else asked)

    def _attempt(self) -> tuple[HTTPResponse | None, int | None]:
        """The open connection, or None with the seconds to wait according to the service."""
        try:
            response = self._open(self._position)
            self._has_opened = True
            return response, None
        except DisclosedError as error:
            asked = error.retry_after
            if error.status not in PASSING or (asked or 0) > self._max_wait or self._is_last_attempt():
                raise
            return None, asked
        except _LOSSES:
            if self._is_last_attempt():
                raise
            return None, None

    def _is_last_attempt(self) -> bool:
        self._failures += 1
        return not self._has_opened and self._failures >= self._attempts

    def _read(self, response: HTTPResponse) -> Iterator[dict[str, Any]]:
        block: dict[str, str] = {}
        for line in _lines(response):
            if self._closed.is_set():
                return
            name, _, value = line.partition(":")
            if line:
                block[name] = value[1:] if value.startswith(" ") else value
                continue
            if block.get("retry", "").isdigit():
                self._pause = int(block["retry"]) / 1000
            if "data" in block:
                self._failures = 0
                yield json.loads(block["data"])
            self._reach(block.get("id"))
            block = {}

    def _reach(self, position: str | None) -> None:
        if position is None or position == self._position:
            return
        self._position = position
        if self._on_position is not None:
            self._on_position(position)


def _lines(response: HTTPResponse) -> Iterator[str]:
    """The lines until the connection ends, for whatever reason."""
    try:
        for line in response:
            yield line.decode().rstrip("\r\n")
    except _LOSSES:
        return


def _cut(response: HTTPResponse) -> None:
    """Ends a read in another thread, which closing alone does not; if that fails, the next heartbeat ends it."""
    try:
        response.fp.raw._sock.shutdown(socket.SHUT_RDWR)  # type: ignore[union-attr]
    except (AttributeError, OSError):
        pass
