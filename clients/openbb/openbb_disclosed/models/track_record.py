"""The returns of an insider's purchases, for a follower of the filings."""

from typing import Any, Optional

from openbb_core.provider.abstract.data import Data
from openbb_core.provider.abstract.fetcher import Fetcher
from openbb_core.provider.abstract.query_params import QueryParams
from pydantic import Field

from openbb_disclosed.request import record


class DisclosedTrackRecordQueryParams(QueryParams):
    """The record of one insider."""

    cik: str = Field(description="The insider's CIK.")


class DisclosedTrackRecordData(Data):
    """One holding period. Entry is the first close after the filing date; alpha is the return minus SPY's."""

    days: int = Field(description="Holding period in calendar days.")
    resolved_trades: int = Field(description="Observations whose return is known.")
    compared_trades: Optional[int] = Field(default=None, description="Of those: SPY's return is known too.")
    wins: int = Field(description="Observations with a return above 0.")
    win_rate_pct: Optional[float] = Field(default=None, description="Share of wins, in percent.")
    win_rate_low_pct: Optional[float] = Field(default=None, description="Lower bound of the Wilson 95 % interval.")
    win_rate_high_pct: Optional[float] = Field(default=None, description="Upper bound of that interval.")
    beat_spy_rate_pct: Optional[float] = Field(default=None, description="Share with an alpha above 0, in percent.")
    avg_return_pct: Optional[float] = Field(default=None, description="Average return, in percent.")
    median_return_pct: Optional[float] = Field(default=None, description="Median return, in percent.")
    avg_alpha_pct: Optional[float] = Field(default=None, description="Average alpha, in percent.")
    sample_sufficient: bool = Field(description="False: too few observations for a rate.")


class DisclosedTrackRecordFetcher(Fetcher[DisclosedTrackRecordQueryParams, list[DisclosedTrackRecordData]]):
    """Requests /insider/{cik}/track-record."""

    @staticmethod
    def transform_query(params: dict[str, Any]) -> DisclosedTrackRecordQueryParams:
        return DisclosedTrackRecordQueryParams(**params)

    @staticmethod
    def extract_data(
        query: DisclosedTrackRecordQueryParams, credentials: Optional[dict[str, str]], **kwargs: Any
    ) -> list[dict]:
        return record(credentials, "/insider/{cik}/track-record", cik=query.cik)["periods"]

    @staticmethod
    def transform_data(
        query: DisclosedTrackRecordQueryParams, data: list[dict], **kwargs: Any
    ) -> list[DisclosedTrackRecordData]:
        names = DisclosedTrackRecordData.model_fields
        return [DisclosedTrackRecordData(**{name: period[name] for name in names}) for period in data]
