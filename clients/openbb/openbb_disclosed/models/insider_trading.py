"""Trades of corporate insiders (OpenBB's standard model InsiderTrading)."""

from datetime import date
from typing import Any, Optional

from openbb_core.provider.abstract.fetcher import Fetcher
from openbb_core.provider.standard_models.insider_trading import (
    InsiderTradingData,
    InsiderTradingQueryParams,
)
from pydantic import Field

from openbb_disclosed.request import rows


class DisclosedInsiderTradingQueryParams(InsiderTradingQueryParams):
    """Trades of the insiders of one company or several."""

    __json_schema_extra__ = {"symbol": {"multiple_items_allowed": True}}

    start_date: Optional[date] = Field(default=None, description="First filing date.")
    end_date: Optional[date] = Field(default=None, description="Last filing date.")
    transaction_type: Optional[str] = Field(
        default=None, description="SEC transaction codes, e.g. P (purchase) or P,S; all without it."
    )


class DisclosedInsiderTradingData(InsiderTradingData):
    """A transaction of a Form 3, 4 or 5."""

    __alias_dict__ = {
        "symbol": "ticker",
        "company_cik": "company_cik",
        "filing_date": "filing_date",
        "transaction_date": "trade_date",
        "owner_cik": "insider_cik",
        "owner_name": "insider_name",
        "owner_title": "title",
        "transaction_type": "trade_type",
        "acquisition_or_disposition": "acquired_disposed",
        "security_type": "security_title",
        "securities_owned": "shares_owned_after",
        "securities_transacted": "shares",
        "transaction_price": "price",
        "filing_url": "source_url",
        "transaction_value": "value",
    }

    id: int = Field(description="The row's id, which never changes.")
    company_name: str = Field(description="The issuer.")
    transaction_value: Optional[float] = Field(
        default=None, description="Value in US dollars; missing without a price."
    )
    is_10b5_1: Optional[bool] = Field(default=None, description="Under a Rule 10b5-1 plan; missing if unknown.")
    price_quality: Optional[str] = Field(
        default=None, description="suspect: the price cannot be right; leave the row out of sums."
    )
    signal_score: int = Field(description="0 to 100, from facts known at the filing date.")


class DisclosedInsiderTradingFetcher(Fetcher[DisclosedInsiderTradingQueryParams, list[DisclosedInsiderTradingData]]):
    """Requests /trades, the newest filings first."""

    @staticmethod
    def transform_query(params: dict[str, Any]) -> DisclosedInsiderTradingQueryParams:
        return DisclosedInsiderTradingQueryParams(**params)

    @staticmethod
    def extract_data(
        query: DisclosedInsiderTradingQueryParams, credentials: Optional[dict[str, str]], **kwargs: Any
    ) -> list[dict]:
        return rows(
            credentials,
            DisclosedInsiderTradingData,
            "/trades",
            query.limit,
            ticker=query.symbol,
            filedFrom=query.start_date,
            filedTo=query.end_date,
            tradeTypes=query.transaction_type,
        )

    @staticmethod
    def transform_data(
        query: DisclosedInsiderTradingQueryParams, data: list[dict], **kwargs: Any
    ) -> list[DisclosedInsiderTradingData]:
        return [DisclosedInsiderTradingData.model_validate(row) for row in data]
