"""Disclosed as a provider of OpenBB."""

from openbb_core.provider.abstract.provider import Provider

from openbb_disclosed.models.clusters import DisclosedClustersFetcher
from openbb_disclosed.models.government_trades import DisclosedGovernmentTradesFetcher
from openbb_disclosed.models.holdings import DisclosedHoldingsFetcher
from openbb_disclosed.models.insider_trading import DisclosedInsiderTradingFetcher
from openbb_disclosed.models.late_filings import DisclosedLateFilingsFetcher
from openbb_disclosed.models.track_record import DisclosedTrackRecordFetcher

disclosed_provider = Provider(
    name="disclosed",
    description="Trades of corporate insiders (SEC Forms 3, 4 and 5) and of members of Congress (STOCK Act).",
    # OpenBB calls them disclosed_api_key and disclosed_url
    credentials=["api_key", "url"],
    fetcher_dict={
        "InsiderTrading": DisclosedInsiderTradingFetcher,
        "GovernmentTrades": DisclosedGovernmentTradesFetcher,
        "DisclosedClusters": DisclosedClustersFetcher,
        "DisclosedLateFilings": DisclosedLateFilingsFetcher,
        "DisclosedTrackRecord": DisclosedTrackRecordFetcher,
        "DisclosedHoldings": DisclosedHoldingsFetcher,
    },
    repr_name="Disclosed",
    instructions="Create a key on the account page of the service, and set disclosed_url to the service's address.",
)
