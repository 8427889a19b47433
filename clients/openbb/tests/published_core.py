"""The parts of openbb-core that the provider uses, after its published interface and model schemas (OpenBB 4.5, 2026).

The tests use openbb-core itself where it is installed. Where it cannot be, `install` puts these in its place: the same
names, fields and types, written from the published documentation of the models.
"""

import sys
from datetime import date, datetime
from types import ModuleType
from typing import Any, Generic, Literal, Optional, TypeVar, Union

from pydantic import BaseModel, ConfigDict, NonNegativeInt, StrictInt, model_validator

Q = TypeVar("Q")
R = TypeVar("R")


class OpenBBError(Exception):
    pass


class EmptyDataError(OpenBBError):
    pass


class UnauthorizedError(OpenBBError):
    pass


class QueryParams(BaseModel):
    model_config = ConfigDict(extra="allow", populate_by_name=True)
    __alias_dict__: dict[str, str] = {}
    __json_schema_extra__: dict[str, Any] = {}


class Data(BaseModel):
    model_config = ConfigDict(extra="allow", populate_by_name=True, strict=False)
    __alias_dict__: dict[str, str] = {}

    @model_validator(mode="before")
    @classmethod
    def _by_alias(cls, values: Any) -> Any:
        names = {source: name for name, source in cls.__alias_dict__.items()}
        return {names.get(key, key): value for key, value in values.items()} if isinstance(values, dict) else values


class Fetcher(Generic[Q, R]):
    require_credentials = True


class Provider:
    def __init__(self, name: str, description: str, credentials: Optional[list[str]] = None, **more: Any):
        self.name = name
        self.description = description
        self.credentials = [f"{name}_{credential}" for credential in credentials or []]
        self.fetcher_dict: dict[str, type[Fetcher]] = more["fetcher_dict"]


class InsiderTradingQueryParams(QueryParams):
    symbol: str
    limit: StrictInt = 500


class InsiderTradingData(Data):
    symbol: Optional[str] = None
    company_cik: Optional[Union[int, str]] = None
    filing_date: Optional[Union[date, datetime]] = None
    transaction_date: Optional[date] = None
    owner_cik: Optional[Union[int, str]] = None
    owner_name: Optional[str] = None
    owner_title: Optional[str] = None
    transaction_type: Optional[str] = None
    acquisition_or_disposition: Optional[str] = None
    security_type: Optional[str] = None
    securities_owned: Optional[float] = None
    securities_transacted: Optional[float] = None
    transaction_price: Optional[float] = None
    filing_url: Optional[str] = None


class GovernmentTradesQueryParams(QueryParams):
    symbol: Optional[str] = None
    chamber: Literal["house", "senate", "all"] = "all"
    limit: Optional[NonNegativeInt] = 100


class GovernmentTradesData(Data):
    symbol: str
    date: date
    transaction_date: Optional[date] = None
    representative: Optional[str] = None


class Router:
    def __init__(self, **_more: Any):
        self.models: dict[str, str] = {}

    def command(self, model: str, examples: list[Any]) -> Any:
        def register(function: Any) -> Any:
            self.models[function.__name__] = model
            return function

        return register


def _any(**more: Any) -> dict[str, Any]:
    return more


_modules = {
    "app.model.abstract.error": {"OpenBBError": OpenBBError},
    "app.model.command_context": {"CommandContext": object},
    "app.model.example": {"APIEx": _any},
    "app.model.obbject": {"OBBject": object},
    "app.provider_interface": {"ExtraParams": object, "ProviderChoices": object, "StandardParams": object},
    "app.query": {"Query": object},
    "app.router": {"Router": Router},
    "provider.abstract.data": {"Data": Data},
    "provider.abstract.fetcher": {"Fetcher": Fetcher},
    "provider.abstract.provider": {"Provider": Provider},
    "provider.abstract.query_params": {"QueryParams": QueryParams},
    "provider.standard_models.insider_trading": {
        "InsiderTradingData": InsiderTradingData,
        "InsiderTradingQueryParams": InsiderTradingQueryParams,
    },
    "provider.standard_models.government_trades": {
        "GovernmentTradesData": GovernmentTradesData,
        "GovernmentTradesQueryParams": GovernmentTradesQueryParams,
    },
    "provider.utils.errors": {"EmptyDataError": EmptyDataError, "UnauthorizedError": UnauthorizedError},
}


def install() -> None:
    """Makes them importable as openbb_core."""
    sys.modules["openbb_core"] = ModuleType("openbb_core")
    for path, names in _modules.items():
        parents = path.split(".")
        for end in range(1, len(parents) + 1):
            name = ".".join(["openbb_core", *parents[:end]])
            sys.modules.setdefault(name, ModuleType(name))
        vars(sys.modules[f"openbb_core.{path}"]).update(names)
