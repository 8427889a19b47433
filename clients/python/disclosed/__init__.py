"""Client for the Disclosed API, with only the standard library: retries, ETags, pages, files, streams, and data frames if pandas is installed."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import random
import re
import time
from collections import OrderedDict
from decimal import Decimal
from email.message import Message
from http.client import HTTPException
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, Mapping, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs, quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ._columns import COLUMNS, LISTS, PARTS
from ._errors import PASSING, DisclosedError
from ._stream import EventStream

__all__ = ["Client", "DisclosedError", "EventStream", "SignatureError", "to_dataframe", "verify"]

_Result = TypeVar("_Result")
_CHUNK = 1 << 16


class SignatureError(Exception):
    """The message was not sent by this webhook, or it is too old: respond with 401."""


def verify(
    body: bytes | str, headers: Mapping[str, str], secret: str, *, tolerance: float = 300, now: float | None = None
) -> list[dict[str, Any]]:
    """The events of a webhook's message, if its signature is valid (Standard Webhooks 1.0). Raises SignatureError.

    body: as it was received, before it is parsed
    headers: those of the request, in any case
    secret: as shown when the webhook was created
    tolerance: seconds that the message's clock and this one may differ, so that an old message is not sent again
    """
    if not secret.startswith("whsec_"):
        raise ValueError("the secret must begin with whsec_, as shown when the webhook was created")
    given = {name.lower(): value for name, value in headers.items()}
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    if any(not given.get(name) for name in names):
        raise SignatureError("a header of Standard Webhooks is missing")
    identity, timestamp, signatures = (given[name] for name in names)
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise SignatureError("the message is too old, or its timestamp is wrong")
    text = body.encode() if isinstance(body, str) else body
    key = base64.b64decode(secret[len("whsec_") :])
    right = hmac.new(key, f"{identity}.{timestamp}.".encode() + text, hashlib.sha256).digest()
    if not any(hmac.compare_digest(right, signature) for signature in _signatures(signatures)):
        raise SignatureError("no signature is valid")
    events = json.loads(text)
    return events if isinstance(events, list) else [events]


def _signatures(header: str) -> Iterator[bytes]:
    for part in header.split(" "):
        if part.startswith("v1,"):
            try:
                yield base64.b64decode(part[3:], validate=True)
            except ValueError:  # also of text that is not ASCII
                continue


class _NoRedirects(HTTPRedirectHandler):
    """A redirect would send the key elsewhere; the API does not redirect."""

    def redirect_request(self, *_arguments: Any) -> None:
        return None


class Client:
    """Sends requests with one key.

    api_key: default the environment's DISCLOSED_API_KEY
    url: base URL of the service without /api/v1, default DISCLOSED_URL, else http://127.0.0.1:3000
    attempts: how often a request is sent at most
    max_wait: seconds that a Retry-After may take at most: a spent minute is waited for, a spent day is not
    cached_responses: responses that are cached for If-None-Match; 0 caches none
    timeout: seconds for the network
    """

    def __init__(
        self,
        api_key: str | None = None,
        url: str | None = None,
        *,
        attempts: int = 4,
        max_wait: float = 90,
        cached_responses: int = 100,
        timeout: float = 30,
    ):
        key = api_key or os.environ.get("DISCLOSED_API_KEY")
        if not key:
            raise ValueError("no key: pass api_key or set DISCLOSED_API_KEY")
        base = url or os.environ.get("DISCLOSED_URL") or "http://127.0.0.1:3000"
        self._base = f"{base.rstrip('/')}/api/v1"
        self._headers = {"Authorization": f"Bearer {key}", "Accept": "application/json"}
        self._attempts = attempts
        self._max_wait = max_wait
        self._cached_responses = cached_responses
        self._timeout = timeout
        self._cache: OrderedDict[str, tuple[str, bytes]] = OrderedDict()
        self._opener = build_opener(_NoRedirects)
        #: headers of the newest response, in any case; they contain the remaining limits
        self.last_headers = Message()

    def get(self, path: str, **parameters: Any) -> dict[str, Any]:
        """The whole response (`data`, `pagination`, `meta`) of a path below /api/v1, e.g. get("/trades", ticker=["AAPL"]).

        Names in braces in the path are filled in: get("/insider/{cik}", cik="0000320193"). Lists are repeated, None is left
        out. Raises DisclosedError, or URLError where the service cannot be reached.
        """
        url = self._base + _address(path, parameters)
        return self._patiently(lambda: self._get_json(url))

    def pages(self, path: str, **parameters: Any) -> Iterator[dict[str, Any]]:
        """All pages of a list, one request each.

        They are pages of the list as it was at the first one, where the list has versions; elsewhere a row may come twice
        where rows come in meanwhile.
        """
        more: dict[str, Any] = {"page": 1}
        while True:
            response = self.get(path, **{"pageSize": 100, **parameters, **more})
            yield response
            following = response["pagination"]["next"]
            if following is None:
                return
            more = _page_at(following)

    def rows(self, path: str, **parameters: Any) -> Iterator[dict[str, Any]]:
        """All rows of a list."""
        pages = self.pages(path, **parameters)
        return _Rows((row for response in pages for row in response["data"]), _columns_of(path, parameters))

    def tables(self, path: str, *, format: str = "csv", **parameters: Any) -> Iterator[str]:
        """All pages of a list as text, CSV or NDJSON, in pages of 1,000 rows unless pageSize is set.

        A page counts as one request per started block of 100 rows. Each page of CSV begins with the header line.
        """
        more: dict[str, Any] = {"page": 1}
        while True:
            url = self._base + _address(path, {"pageSize": 1000, **parameters, "format": format, **more})
            text, following = self._patiently(lambda: self._text(url))
            yield text
            if following is None:
                return
            more = _page_at(following)

    def save(self, path: str, to: str | os.PathLike[str], *, format: str = "csv", **parameters: Any) -> Path:
        """Writes a whole list to a file, with one header line if it is CSV. The file gets its name when it is complete."""
        target = Path(to)
        part = target.with_name(f"{target.name}.part")
        try:
            with part.open("w", encoding="utf-8", newline="") as file:
                for number, text in enumerate(self.tables(path, format=format, **parameters)):
                    file.write(text if number == 0 or format == "ndjson" else text[text.index("\n") + 1 :])
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
        return target

    def events(
        self,
        path: str,
        *,
        last_event_id: str | None = None,
        on_position: Callable[[str], None] | None = None,
        **parameters: Any,
    ) -> EventStream:
        """The changes of a list as they happen, without end, e.g. events("/trades", tradeTypes=["P"]).

        last_event_id: continues behind this id; without it the stream begins with the next change
        on_position: called with each id to continue from, once you ask for what follows it; store the newest one

        A connection that is lost is opened again behind the last event, after the time that the service names, then twice as
        long each time, up to a minute. Opening it is one request, events are none. `close()` ends the iteration. Raises
        DisclosedError if it is refused: 410 if the changes after `last_event_id` are no longer stored.
        """
        url = self._base + _address("/stream", {"list": path.lstrip("/"), **parameters})
        accept = {"Accept": "text/event-stream"}

        def open_(position: str | None) -> Any:
            resumed = {} if position is None else {"Last-Event-ID": position}
            return self._open(url, {**accept, **resumed}, timeout=max(self._timeout, 60))

        return EventStream(
            open_,
            last_event_id=last_event_id,
            on_position=on_position,
            attempts=self._attempts,
            max_wait=self._max_wait,
        )

    def download(self, file: dict[str, Any], to: str | os.PathLike[str]) -> Path:
        """Downloads a ready-made file, a row of /exports, to the file or folder `to`.

        It continues an interrupted download, checks the SHA-256, and does not fetch a file that is already complete.
        Raises DisclosedError where it is refused, with body["unit"] "bytes" where the bytes of the day do not reach; what has
        come stays for the next call.
        """
        target = Path(to)
        if target.is_dir():
            target = target / file["name"]
        if _size(target) == file["bytes"] and _sha256(target) == file["sha256"]:
            return target
        # the name says which content the bytes belong to
        part = target.with_name(f"{target.name}.{file['sha256'][:16]}.part")
        if _size(part) > file["bytes"]:
            part.unlink()
        if _size(part) < file["bytes"]:
            self._patiently(lambda: self._fetch_rest(file, part))
        if _sha256(part) != file["sha256"]:
            part.unlink()
            raise ValueError(f"{file['name']} does not match its SHA-256; the part was removed")
        part.replace(target)
        return target

    def _fetch_rest(self, file: dict[str, Any], part: Path) -> None:
        start = _size(part)
        rest = {"Range": f"bytes={start}-", "If-Range": f'"{file["sha256"]}"'} if start else {}
        with self._open(f"{self._base}/exports/{file['name']}", {"Accept": "*/*", **rest}) as response:
            # 200: the service sends it from the beginning
            with part.open("ab" if response.status == 206 else "wb") as out:
                while True:
                    chunk = response.read(_CHUNK)
                    if not chunk:
                        break
                    out.write(chunk)
        # an interrupted connection ends like a complete one
        if _size(part) < file["bytes"]:
            raise ConnectionError(f"{file['name']} was interrupted")

    def _text(self, url: str) -> tuple[str, str | None]:
        """A page, and the address of the next one."""
        with self._open(url, {"Accept": "*/*"}) as response:
            found = re.search(r'<([^>]*)>; *rel="next"', response.headers.get("Link") or "")
            return response.read().decode("utf-8"), found and found.group(1)

    def _open(self, url: str, headers: dict[str, str], timeout: float | None = None) -> Any:
        request = Request(url, headers={**self._headers, **headers})
        try:
            response = self._opener.open(request, timeout=self._timeout if timeout is None else timeout)
        except HTTPError as error:
            self.last_headers = error.headers
            with error:
                raise _refusal(error) from None
        self.last_headers = response.headers
        return response

    def _patiently(self, send: Callable[[], _Result]) -> _Result:
        """Retries after 429, 5xx and network errors."""
        for attempt in range(1, self._attempts + 1):
            try:
                return send()
            except DisclosedError as error:
                wait = _pause(attempt) if error.retry_after is None else error.retry_after
                if attempt == self._attempts or error.status not in PASSING or wait > self._max_wait:
                    raise
            except (URLError, TimeoutError, ConnectionError, HTTPException):
                wait = _pause(attempt)
                if attempt == self._attempts:
                    raise
            time.sleep(wait)
        raise ValueError("attempts must be at least 1")

    def _get_json(self, url: str) -> dict[str, Any]:
        known = self._cache.get(url)
        headers = {**self._headers, **({"If-None-Match": known[0]} if known else {})}
        try:
            with self._opener.open(Request(url, headers=headers), timeout=self._timeout) as response:
                self.last_headers = response.headers
                body = response.read()
                self._store(url, response.headers.get("ETag"), body)
                return json.loads(body)
        except HTTPError as error:
            self.last_headers = error.headers
            with error:
                if error.code == 304 and known:
                    self._cache.move_to_end(url)
                    return json.loads(known[1])
                raise _refusal(error) from None

    def _store(self, url: str, tag: str | None, body: bytes) -> None:
        if not tag or self._cached_responses < 1:
            return
        self._cache[url] = (tag, body)
        self._cache.move_to_end(url)
        while len(self._cache) > self._cached_responses:
            self._cache.popitem(last=False)


class _Rows(Iterator[dict[str, Any]]):
    """Rows, and the columns of the data frame if there are no rows."""

    def __init__(self, rows: Iterator[dict[str, Any]], columns: list[str]):
        self._rows = rows
        self.columns = columns

    def __next__(self) -> dict[str, Any]:
        return next(self._rows)


def _columns_of(path: str, parameters: dict[str, Any]) -> list[str]:
    names = LISTS.get(path, [])
    if parameters.get("fields") is not None:
        fields = [field.strip() for text in _several(parameters["fields"]) for field in str(text).split(",")]
        return [name for name in names if any(f"{_without_days(name)}.".startswith(f"{field}.") for field in fields)]
    if parameters.get("include") is not None:
        return names
    return [name for name in names if name.partition(".")[0] not in PARTS]


def _without_days(column: str) -> str:
    return re.sub(r"\.\d+\.", ".", column)


def to_dataframe(rows: Iterable[dict[str, Any]], *, decimals: bool = False) -> Any:
    """A pandas.DataFrame of rows: of a list, or of a part such as the ledger of a holding.

    A part of a row is a column for each of its fields (`outcomes.return_30d_pct`), and entries by days are columns for each
    number of days (`windows.30.insiders.net_value`); other lists stay objects. Dates are datetime64, times datetime64 in UTC,
    whole numbers Int64 and truths boolean, which both have a missing value; other numbers are float64. Quantities such as
    `shares`, which the API writes as exact text, are float64 too, or decimal.Decimal with `decimals=True`. What `rows` of a
    client found nothing for has the columns of its list.
    """
    try:
        import pandas
    except ImportError as error:
        raise ImportError("to_dataframe needs pandas: pip install pandas") from error
    frame = pandas.DataFrame([_flat(row) for row in rows])
    if len(frame) == 0:
        frame = pandas.DataFrame(columns=getattr(rows, "columns", []))
    parts = {column.rpartition(".")[0] for column in frame.columns}
    # a part that some rows lack is not a column beside its fields
    frame = frame.drop(columns=[column for column in frame.columns if column in parts])
    for column in frame.columns:
        kind = COLUMNS.get(_without_days(column))
        # other shapes may have a text or a list under the same name
        if kind is None or not _is_of_kind(frame[column], kind):
            continue
        if kind == "date":
            # impossible dates stay as filed; pandas knows years 1678 to 2261 only
            frame[column] = pandas.to_datetime(frame[column], errors="coerce")
        elif kind == "moment":
            frame[column] = pandas.to_datetime(frame[column], errors="coerce", utc=True)
        elif kind == "quantity":
            exact = frame[column].map(lambda text: Decimal(text) if isinstance(text, str) else None)
            frame[column] = exact.astype(object) if decimals else exact.astype("float64")
        else:
            frame[column] = frame[column].astype(kind)
    return frame


def _is_of_kind(values: Iterable[Any], kind: str) -> bool:
    # a value that is missing is None, or not equal to itself
    present = [value for value in values if value is not None and value == value]
    if kind == "quantity":
        return all(isinstance(value, str) and re.fullmatch(r"-?\d+(\.\d+)?", value) for value in present)
    return all(isinstance(value, str if kind in ("date", "moment") else (int, float)) for value in present)


def _flat(row: dict[str, Any], path: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{path}{name}."))
        elif _is_by_days(value):
            for entry in value:
                others = {key: inner for key, inner in entry.items() if key != "days"}
                flat.update(_flat(others, f"{path}{name}.{entry['days']}."))
        else:
            flat[path + name] = value
    return flat


def _is_by_days(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) and "days" in each for each in value)


def _address(path: str, parameters: dict[str, Any]) -> str:
    query: list[tuple[str, str]] = []
    for name, value in parameters.items():
        if value is None:
            continue
        if f"{{{name}}}" in path:
            path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
            continue
        query += [(name, _text(entry)) for entry in _several(value)]
    return f"{path}?{urlencode(query)}" if query else path


def _several(value: Any) -> Iterable[Any]:
    return value if isinstance(value, (list, tuple, set)) else [value]


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _page_at(following: str) -> dict[str, Any]:
    """The page and the data version that the address of the next page names."""
    query = parse_qs(urlsplit(following).query)
    return {name: query[name][0] for name in ("page", "dataVersion") if name in query}


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        for chunk in iter(lambda: file.read(_CHUNK), b""):
            digest.update(chunk)
    return digest.hexdigest()


def _refusal(error: HTTPError) -> DisclosedError:
    return DisclosedError(error.code, _body(error), _seconds(error.headers.get("Retry-After")))


def _pause(attempt: int) -> float:
    """1, 2, 4... seconds, minus a random part, so that callers who failed together do not retry together."""
    return 2 ** (attempt - 1) * random.uniform(0.5, 1)


def _seconds(text: str | None) -> int | None:
    return int(text) if text and text.isdigit() else None


def _body(error: HTTPError) -> dict[str, Any]:
    try:
        body = json.load(error)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
