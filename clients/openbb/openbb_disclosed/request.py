"""Requests to the service, sent by its own client. An error has the text of the API, as one of OpenBB's errors."""

from contextlib import contextmanager
from inspect import get_annotations
from itertools import islice
from typing import Any, Iterator
from urllib.error import URLError

from disclosed import Client, DisclosedError
from openbb_core.app.model.abstract.error import OpenBBError
from openbb_core.provider.abstract.data import Data
from openbb_core.provider.utils.errors import EmptyDataError, UnauthorizedError

#: rows of one request; the service counts a page of more as several requests
_PAGE = 100


def rows(
    credentials: dict[str, str] | None, model: type[Data], path: str, limit: int | None, **parameters: Any
) -> list[dict[str, Any]]:
    """The first rows of a list with the fields of the model; all of them without a limit.

    Raises EmptyDataError where there is none, and OpenBBError with the API's text where the request is refused.
    """
    size = min(limit or _PAGE, _PAGE)
    with _shown_errors():
        found = _client(credentials).rows(path, fields=fields_of(model), pageSize=size, **parameters)
        first = list(islice(found, limit or None))
    if not first:
        raise EmptyDataError("No row matches. This does not prove that there were no trades: see the service's coverage.")
    return first


def record(credentials: dict[str, str] | None, path: str, **parameters: Any) -> dict[str, Any]:
    """A single record. Raises OpenBBError with the API's text."""
    with _shown_errors():
        return _client(credentials).get(path, **parameters)["data"]


def fields_of(model: type[Data]) -> list[str]:
    """The API's names of the model's columns: those that this package names, since a standard model may get others."""
    names = model.__alias_dict__
    own = [name for base in model.__mro__ if base.__module__.startswith("openbb_disclosed") for name in get_annotations(base)]
    return list(dict.fromkeys([*names.values(), *(names.get(name, name) for name in own)]))


def _client(credentials: dict[str, str] | None) -> Client:
    given = credentials or {}
    return Client(given.get("disclosed_api_key"), given.get("disclosed_url"))


@contextmanager
def _shown_errors() -> Iterator[None]:
    try:
        yield
    except DisclosedError as error:
        kind = UnauthorizedError if error.status == 401 else OpenBBError
        raise kind(str(error)) from error
    except URLError as error:
        raise OpenBBError(f"The service could not be reached: {error.reason}") from error
