"""Trades of members of Congress (OpenBB's standard model GovernmentTrades)."""

from datetime import date
from typing import Any, Optional

from openbb_core.provider.abstract.fetcher import Fetcher
from openbb_core.provider.standard_models.government_trades import (
    GovernmentTradesData,
    GovernmentTradesQueryParams,
)
from pydantic import Field

from openbb_disclosed.request import rows


class DisclosedGovernmentTradesQueryParams(GovernmentTradesQueryParams):
    """Trades of members. Without a limit: all that match."""

    __json_schema_extra__ = {"symbol": {"multiple_items_allowed": True}}

    start_date: Optional[date] = Field(default=None, description="First filing date.")
    end_date: Optional[date] = Field(default=None, description="Last filing date.")
    representative: Optional[str] = Field(default=None, description="The member's name, or a part of it.")


class DisclosedGovernmentTradesData(GovernmentTradesData):
    """A transaction of a report under the STOCK Act. Its use is limited by 5 U.S.C. 13107(c)."""

    __alias_dict__ = {
        "symbol": "ticker",
        "date": "filing_date",
        "transaction_date": "trade_date",
        "representative": "politician_name",
        "bioguide_id": "politician_id",
        "asset_description": "asset_name",
        "transaction_type": "trade_type",
        "amount": "amount_range",
        "url": "source_url",
    }

    # the standard model demands a symbol, and a bond or a private fund has none
    symbol: Optional[str] = Field(default=None, description="Symbol; missing for an asset without one.")
    id: int = Field(description="The row's id, which never changes.")
    bioguide_id: str = Field(description="The member's bioguide id.")
    chamber: str = Field(description="House or Senate.")
    party: Optional[str] = Field(default=None, description="Party on the trade date.")
    state: Optional[str] = Field(default=None, description="State on the trade date.")
    owner: Optional[str] = Field(default=None, description="Whose asset it is.")
    asset_description: str = Field(description="Asset as disclosed.")
    asset_type: Optional[str] = Field(default=None, description="Kind of asset as disclosed.")
    transaction_type: str = Field(description="Purchase, sale or exchange.")
    amount: Optional[str] = Field(default=None, description="Range of the amount, as filed.")
    amount_low: Optional[float] = Field(default=None, description="Lower end of the range in US dollars.")
    amount_high: Optional[float] = Field(default=None, description="Upper end; missing if the range is open.")
    delay_days: Optional[int] = Field(default=None, description="Days from the trade to the first filing.")
    is_late: bool = Field(description="Filed more than 45 days after the trade. Not a legal finding.")
    is_committee_trade: bool = Field(
        description="In the sector of one of the member's committees; false proves nothing unless committee_data is known."
    )
    committee_data: str = Field(description="Whether the committees and the sector are known.")
    comment: Optional[str] = Field(default=None, description="Comment in the report.")
    url: str = Field(description="Address of the report.")


class DisclosedGovernmentTradesFetcher(
    Fetcher[DisclosedGovernmentTradesQueryParams, list[DisclosedGovernmentTradesData]]
):
    """Requests /politician-trades, the newest filings first."""

    @staticmethod
    def transform_query(params: dict[str, Any]) -> DisclosedGovernmentTradesQueryParams:
        return DisclosedGovernmentTradesQueryParams(**params)

    @staticmethod
    def extract_data(
        query: DisclosedGovernmentTradesQueryParams, credentials: Optional[dict[str, str]], **kwargs: Any
    ) -> list[dict]:
        return rows(
            credentials,
            DisclosedGovernmentTradesData,
            "/politician-trades",
            query.limit,
            ticker=query.symbol,
            chamber=None if query.chamber == "all" else query.chamber,
            filedFrom=query.start_date,
            filedTo=query.end_date,
            politician=query.representative,
        )

    @staticmethod
    def transform_data(
        query: DisclosedGovernmentTradesQueryParams, data: list[dict], **kwargs: Any
    ) -> list[DisclosedGovernmentTradesData]:
        return [DisclosedGovernmentTradesData.model_validate(row) for row in data]
