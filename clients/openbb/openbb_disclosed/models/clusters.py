"""Companies where several insiders bought, or sold, within 30 days."""

from datetime import date
from typing import Any, Literal, Optional

from openbb_core.provider.abstract.data import Data
from openbb_core.provider.abstract.fetcher import Fetcher
from openbb_core.provider.abstract.query_params import QueryParams
from pydantic import Field, PositiveInt

from openbb_disclosed.request import rows


class DisclosedClustersQueryParams(QueryParams):
    """Clusters of purchases or sales."""

    __json_schema_extra__ = {"symbol": {"multiple_items_allowed": True}}

    symbol: Optional[str] = Field(default=None, description="Symbol of the company.")
    transaction_type: Optional[Literal["P", "S"]] = Field(default=None, description="P: purchases; S: sales.")
    min_size: Optional[int] = Field(default=None, description="Min number of distinct people.")
    start_date: Optional[date] = Field(default=None, description="First day on which a cluster may begin.")
    limit: PositiveInt = Field(default=100, description="Max number of clusters.")


class DisclosedClustersData(Data):
    """A cluster."""

    __alias_dict__ = {"symbol": "ticker", "transaction_type": "trade_type"}

    id: int = Field(description="Id of the first trade of the cluster's first day.")
    symbol: Optional[str] = Field(default=None, description="Symbol of the company.")
    company_name: str = Field(description="The company.")
    company_cik: str = Field(description="The company's CIK.")
    transaction_type: str = Field(description="P - Purchase or S - Sale.")
    cluster_size: int = Field(description="Distinct people; joint filers of one form count as one.")
    trade_count: int = Field(description="Number of transactions.")
    total_value: Optional[float] = Field(default=None, description="Sum of the values in US dollars.")
    total_shares: Optional[float] = Field(default=None, description="Sum of the shares.")
    avg_price: Optional[float] = Field(default=None, description="Average price in US dollars.")
    start_date: date = Field(description="First trade date.")
    end_date: date = Field(description="Last trade date.")
    latest_filing_date: date = Field(description="Newest filing date.")
    max_signal_score: int = Field(description="Highest signal score among the trades.")


class DisclosedClustersFetcher(Fetcher[DisclosedClustersQueryParams, list[DisclosedClustersData]]):
    """Requests /clusters, the latest filing first."""

    @staticmethod
    def transform_query(params: dict[str, Any]) -> DisclosedClustersQueryParams:
        return DisclosedClustersQueryParams(**params)

    @staticmethod
    def extract_data(
        query: DisclosedClustersQueryParams, credentials: Optional[dict[str, str]], **kwargs: Any
    ) -> list[dict]:
        return rows(
            credentials,
            DisclosedClustersData,
            "/clusters",
            query.limit,
            ticker=query.symbol,
            tradeType=query.transaction_type,
            minSize=query.min_size,
            startedFrom=query.start_date,
        )

    @staticmethod
    def transform_data(
        query: DisclosedClustersQueryParams, data: list[dict], **kwargs: Any
    ) -> list[DisclosedClustersData]:
        return [DisclosedClustersData.model_validate(row) for row in data]
