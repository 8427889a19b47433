"""Each fetcher's three steps: the query, the request, and the rows as the model's columns."""

from datetime import date

import pytest
from openbb_core.app.model.abstract.error import OpenBBError
from openbb_core.provider.utils.errors import EmptyDataError, UnauthorizedError

from openbb_disclosed import disclosed_provider
from openbb_disclosed.router import router

fetchers = disclosed_provider.fetcher_dict


def fetched(model, credentials, **params):
    """The raw rows and the same rows as the model's, after the same steps as OpenBB's own `fetch_data`."""
    fetcher = fetchers[model]
    query = fetcher.transform_query(params)
    raw = fetcher.extract_data(query, credentials)
    return raw, fetcher.transform_data(query, raw)


@pytest.fixture
def some_trade(credentials):
    """A purchase of the sample data with a symbol."""
    raw, _ = fetched("DisclosedClusters", credentials, transaction_type="P", limit=20)
    return next(row for row in raw if row["ticker"])


def test_the_credentials_are_the_key_and_the_address_of_the_service():
    assert disclosed_provider.credentials == ["disclosed_api_key", "disclosed_url"]


def test_each_own_model_has_a_command():
    commands = getattr(router, "models", None)
    if commands is None:
        commands = {route.path.strip("/"): None for route in router.api_router.routes}
    assert sorted(commands) == ["clusters", "holdings", "late_filings", "track_record"]


def test_insider_trading_has_the_columns_of_the_standard_model(credentials, some_trade):
    symbol = some_trade["ticker"]
    raw, rows = fetched("InsiderTrading", credentials, symbol=symbol, limit=7, transaction_type="P")
    assert 0 < len(rows) <= 7
    for source, row in zip(raw, rows, strict=True):
        assert row.symbol == source["ticker"] == symbol
        assert row.filing_date == date.fromisoformat(source["filing_date"])
        assert row.owner_cik == source["insider_cik"]
        assert row.owner_name == source["insider_name"]
        assert row.transaction_type == source["trade_type"] == "P - Purchase"
        assert row.acquisition_or_disposition == source["acquired_disposed"] == "A"
        assert row.securities_transacted == float(source["shares"])
        assert row.transaction_price == source["price"]
        assert row.transaction_value == source["value"]
        assert row.filing_url.startswith("https://")


def test_the_limit_is_the_number_of_rows_over_pages(credentials):
    raw, rows = fetched("GovernmentTrades", credentials, limit=150)
    assert len(raw) == len(rows) == 150
    assert len({row.id for row in rows}) == 150
    days = [row.date for row in rows]
    assert days == sorted(days, reverse=True)


def test_government_trades_are_those_of_the_chamber(credentials):
    raw, rows = fetched("GovernmentTrades", credentials, chamber="senate", limit=10)
    assert len(rows) == 10
    for source, row in zip(raw, rows, strict=True):
        assert row.chamber == "Senate"
        assert (row.representative, row.bioguide_id) == (source["politician_name"], source["politician_id"])
        assert row.date == date.fromisoformat(source["filing_date"])
        assert (row.amount, row.amount_low) == (source["amount_range"], source["amount_low"])
        assert row.symbol == source["ticker"]


def test_clusters_have_as_many_people_as_were_asked_for(credentials):
    raw, rows = fetched("DisclosedClusters", credentials, transaction_type="P", min_size=3, limit=5)
    assert rows
    for source, row in zip(raw, rows, strict=True):
        assert row.cluster_size >= 3
        assert row.transaction_type == "P - Purchase"
        assert row.start_date <= row.end_date <= row.latest_filing_date
        assert row.total_value == source["total_value"]


def test_late_filings_have_their_deadline(credentials):
    _, rows = fetched("DisclosedLateFilings", credentials, min_delay_days=60, limit=5)
    assert rows
    for row in rows:
        assert row.is_late and row.delay_days >= 60
        assert (row.deadline_date - row.transaction_date).days == 45
        assert row.days_late == row.delay_days - 45


def test_a_track_record_has_five_periods(credentials, some_trade):
    raw, _ = fetched("InsiderTrading", credentials, symbol=some_trade["ticker"], limit=7, transaction_type="P")
    _, rows = fetched("DisclosedTrackRecord", credentials, cik=raw[0]["insider_cik"])
    assert [row.days for row in rows] == [7, 30, 90, 180, 365]
    for row in rows:
        assert row.wins <= row.resolved_trades
        assert row.win_rate_pct is None or row.win_rate_low_pct <= row.win_rate_pct <= row.win_rate_high_pct


def test_holdings_are_those_of_the_company_or_of_the_insider(credentials, some_trade):
    _, of_company = fetched("DisclosedHoldings", credentials, symbol=some_trade["ticker"], limit=5)
    assert {row.symbol for row in of_company} == {some_trade["ticker"]}
    owner = of_company[0].owner_cik
    _, of_insider = fetched("DisclosedHoldings", credentials, cik=owner, limit=5)
    assert {row.owner_cik for row in of_insider} == {owner}
    with pytest.raises(ValueError, match="either symbol"):
        fetched("DisclosedHoldings", credentials)


def test_an_error_has_the_text_of_the_api(credentials):
    with pytest.raises(OpenBBError, match=r"^Bad request: .*filedFrom"):
        fetched("InsiderTrading", credentials, symbol="X", start_date=date(2024, 2, 1), end_date=date(2024, 1, 1))
    with pytest.raises(OpenBBError, match="^Resource not found"):
        fetched("DisclosedTrackRecord", credentials, cik="99999999")


def test_an_unknown_key_is_an_error_of_the_credentials(credentials):
    wrong = {**credentials, "disclosed_api_key": "disc_live_" + "0" * 32}
    with pytest.raises(UnauthorizedError, match="key"):
        fetched("GovernmentTrades", wrong)


def test_no_rows_are_said_to_prove_nothing(credentials):
    with pytest.raises(EmptyDataError, match="does not prove"):
        fetched("GovernmentTrades", credentials, symbol="ZZZZZ")


def test_a_service_that_cannot_be_reached_is_an_error_of_openbb(monkeypatch, credentials):
    monkeypatch.setattr("disclosed.time.sleep", lambda _seconds: None)
    with pytest.raises(OpenBBError, match="could not be reached"):
        fetched("GovernmentTrades", {**credentials, "disclosed_url": "http://127.0.0.1:9"})
