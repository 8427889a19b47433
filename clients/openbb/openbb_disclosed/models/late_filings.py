"""Trades of members of Congress that were disclosed after the 45-day deadline."""

import datetime
from typing import Any, Literal, Optional

from openbb_core.provider.abstract.fetcher import Fetcher
from openbb_core.provider.abstract.query_params import QueryParams
from pydantic import Field, PositiveInt

from openbb_disclosed.models.government_trades import DisclosedGovernmentTradesData
from openbb_disclosed.request import rows


class DisclosedLateFilingsQueryParams(QueryParams):
    """Late trades, the slowest first."""

    __json_schema_extra__ = {"symbol": {"multiple_items_allowed": True}}

    symbol: Optional[str] = Field(default=None, description="Symbol of the asset.")
    chamber: Literal["house", "senate", "all"] = Field(default="all", description="Government chamber.")
    min_delay_days: Optional[int] = Field(default=None, description="Min days from the trade to the filing.")
    limit: PositiveInt = Field(default=100, description="Max number of trades.")


class DisclosedLateFilingsData(DisclosedGovernmentTradesData):
    """A late trade. Calendar days, the deadline not moved for weekends; not a legal finding."""

    deadline_date: datetime.date = Field(description="Trade date + 45 days.")
    days_late: int = Field(description="Days after the deadline.")


class DisclosedLateFilingsFetcher(Fetcher[DisclosedLateFilingsQueryParams, list[DisclosedLateFilingsData]]):
    """Requests /late-filings."""

    @staticmethod
    def transform_query(params: dict[str, Any]) -> DisclosedLateFilingsQueryParams:
        return DisclosedLateFilingsQueryParams(**params)

    @staticmethod
    def extract_data(
        query: DisclosedLateFilingsQueryParams, credentials: Optional[dict[str, str]], **kwargs: Any
    ) -> list[dict]:
        return rows(
            credentials,
            DisclosedLateFilingsData,
            "/late-filings",
            query.limit,
            ticker=query.symbol,
            chamber=None if query.chamber == "all" else query.chamber,
            minDelayDays=query.min_delay_days,
        )

    @staticmethod
    def transform_data(
        query: DisclosedLateFilingsQueryParams, data: list[dict], **kwargs: Any
    ) -> list[DisclosedLateFilingsData]:
        return [DisclosedLateFilingsData.model_validate(row) for row in data]
