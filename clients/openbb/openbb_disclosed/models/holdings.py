"""What insiders last stated to own: of one insider by CIK, or of a company by symbol."""

from datetime import date
from typing import Any, Optional

from openbb_core.provider.abstract.data import Data
from openbb_core.provider.abstract.fetcher import Fetcher
from openbb_core.provider.abstract.query_params import QueryParams
from pydantic import Field, PositiveInt, model_validator

from openbb_disclosed.request import rows


class DisclosedHoldingsQueryParams(QueryParams):
    """Positions of an insider, or of the insiders of a company."""

    symbol: Optional[str] = Field(default=None, description="Symbol or CIK of the company.")
    cik: Optional[str] = Field(default=None, description="CIK of the insider.")
    limit: PositiveInt = Field(default=100, description="Max number of positions.")

    @model_validator(mode="after")
    def _one_of_them(self) -> "DisclosedHoldingsQueryParams":
        if (self.symbol is None) == (self.cik is None):
            raise ValueError("give either symbol (a company) or cik (an insider)")
        return self


class DisclosedHoldingsData(Data):
    """The last stated position in one security and vehicle. It is what a form states, not what is owned today."""

    __alias_dict__ = {
        "symbol": "ticker",
        "owner_cik": "insider_cik",
        "owner_name": "insider_name",
        "filing_url": "source_url",
    }

    symbol: Optional[str] = Field(default=None, description="Symbol of the issuer.")
    company_name: str = Field(description="The issuer.")
    company_cik: str = Field(description="The issuer's CIK.")
    owner_name: str = Field(description="The insider.")
    owner_cik: str = Field(description="The insider's CIK.")
    security_title: str = Field(description="Title of the security.")
    is_derivative: bool = Field(description="From the form's derivative table.")
    ownership: Optional[str] = Field(default=None, description="direct or indirect.")
    vehicle: Optional[str] = Field(default=None, description="What holds it: trust, spouse, plan and others.")
    shares: Optional[float] = Field(default=None, description="Stated position; missing if a value is stated.")
    value: Optional[float] = Field(default=None, description="Stated value in US dollars, without a number.")
    stated_date: date = Field(description="Date of the statement.")
    filing_date: date = Field(description="Filing date of its form.")
    gap_count: int = Field(description="Entries of the ledger with an unexplained difference.")
    filing_url: str = Field(description="Address of the form.")


class DisclosedHoldingsFetcher(Fetcher[DisclosedHoldingsQueryParams, list[DisclosedHoldingsData]]):
    """Requests /insider/{cik}/holdings or /companies/{cikOrTicker}/holdings."""

    @staticmethod
    def transform_query(params: dict[str, Any]) -> DisclosedHoldingsQueryParams:
        return DisclosedHoldingsQueryParams(**params)

    @staticmethod
    def extract_data(
        query: DisclosedHoldingsQueryParams, credentials: Optional[dict[str, str]], **kwargs: Any
    ) -> list[dict]:
        if query.cik is not None:
            return rows(credentials, DisclosedHoldingsData, "/insider/{cik}/holdings", query.limit, cik=query.cik)
        path = "/companies/{cikOrTicker}/holdings"
        return rows(credentials, DisclosedHoldingsData, path, query.limit, cikOrTicker=query.symbol)

    @staticmethod
    def transform_data(
        query: DisclosedHoldingsQueryParams, data: list[dict], **kwargs: Any
    ) -> list[DisclosedHoldingsData]:
        return [DisclosedHoldingsData.model_validate(row) for row in data]
