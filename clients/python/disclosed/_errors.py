"""The error of a refused request, and which refusals are worth retrying."""

from __future__ import annotations

from typing import Any

#: statuses after which a request is worth retrying
PASSING = {429, 500, 502, 503, 504}


class DisclosedError(Exception):
    """A request that the API refused, with the API's message; `retry_after` is in seconds, None if the API names none."""

    def __init__(self, status: int, body: dict[str, Any], retry_after: int | None):
        super().__init__(body.get("error") or f"the service responded with status {status}")
        self.status = status
        self.body = body
        self.request_id = body.get("requestId")
        self.retry_after = retry_after


# what readers of a traceback import it from
DisclosedError.__module__ = "disclosed"
