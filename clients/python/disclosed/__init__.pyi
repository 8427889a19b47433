# Generated from rest/generated/openapi.json by `npm run generate`.

from datetime import date, datetime
from email.message import Message
from os import PathLike
from pathlib import Path
from typing import Any, Callable, Generic, Iterable, Iterator, Literal, Mapping, Sequence, TypedDict, TypeVar, overload

from typing_extensions import NotRequired, Unpack

_Row = TypeVar("_Row")

class Response(TypedDict, Generic[_Row]):
    data: _Row
    meta: NotRequired[dict[str, Any]]
    requestId: str

class ListResponse(TypedDict, Generic[_Row]):
    data: list[_Row]
    pagination: Pagination
    meta: dict[str, Any]
    requestId: str

class DisclosedError(Exception):
    status: int
    body: dict[str, Any]
    request_id: str | None
    retry_after: int | None
    def __init__(self, status: int, body: dict[str, Any], retry_after: int | None) -> None: ...

class SignatureError(Exception): ...

class EventStream(Iterator[Event]):
    def __next__(self) -> Event: ...
    def __enter__(self) -> EventStream: ...
    def __exit__(self, *_exception: Any) -> None: ...
    def close(self) -> None: ...

class Event(TypedDict):
    id: str
    type: str
    data_version: str
    occurred_at: str
    data: dict[str, Any]

def verify(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance: float = ...,
    now: float | None = ...,
) -> list[Event]: ...

class ByteWindow(TypedDict):
    limit: int
    used: int
    remaining: int
    reset_at: int

class PartialByteWindow(TypedDict, total=False):
    limit: int
    used: int
    remaining: int
    reset_at: int

class Cluster(TypedDict):
    id: int
    ticker: str | None
    company_name: str
    company_cik: str
    sector: Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | None
    industry: str | None
    trade_type: Literal["P - Purchase", "S - Sale", "A - Grant", "D - Sale to Issuer", "F - Tax", "G - Gift", "M - Option Exercise", "X - Option Exercise", "C - Conversion", "W - Inherited", "E - Expire Short", "H - Expire Long", "I - Discretionary", "J - Other", "K - Equity Swap", "L - Small Acquisition", "O - Option Exercise OTM", "U - Tender", "V - Voluntary", "Z - Voting Trust"] | str
    cluster_size: int
    trade_count: int
    suspect_count: int
    total_value: float | None
    total_shares: str | None
    avg_price: float | None
    start_date: str
    end_date: str
    latest_filing_date: str
    max_signal_score: int
    insiders: list[ClusterInsider]
    trade_ids: list[int]

class PartialCluster(TypedDict, total=False):
    id: int
    ticker: str | None
    company_name: str
    company_cik: str
    sector: Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | None
    industry: str | None
    trade_type: Literal["P - Purchase", "S - Sale", "A - Grant", "D - Sale to Issuer", "F - Tax", "G - Gift", "M - Option Exercise", "X - Option Exercise", "C - Conversion", "W - Inherited", "E - Expire Short", "H - Expire Long", "I - Discretionary", "J - Other", "K - Equity Swap", "L - Small Acquisition", "O - Option Exercise OTM", "U - Tender", "V - Voluntary", "Z - Voting Trust"] | str
    cluster_size: int
    trade_count: int
    suspect_count: int
    total_value: float | None
    total_shares: str | None
    avg_price: float | None
    start_date: str
    end_date: str
    latest_filing_date: str
    max_signal_score: int
    insiders: list[PartialClusterInsider]
    trade_ids: list[int]

class ClusterInsider(TypedDict):
    cik: str
    name: str
    title: str | None
    value: float | None
    trade_date: str

class PartialClusterInsider(TypedDict, total=False):
    cik: str
    name: str
    title: str | None
    value: float | None
    trade_date: str

class Committee(TypedDict):
    code: str
    name: str
    chamber: Literal["House", "Senate", "Joint"]
    type: str
    parent_code: str | None
    url: str | None
    members: list[CommitteeMember]

class PartialCommittee(TypedDict, total=False):
    code: str
    name: str
    chamber: Literal["House", "Senate", "Joint"]
    type: str
    parent_code: str | None
    url: str | None
    members: list[PartialCommitteeMember]

class CommitteeMatch(TypedDict):
    code: str
    name: str
    basis: str

class PartialCommitteeMatch(TypedDict, total=False):
    code: str
    name: str
    basis: str

class CommitteeMember(TypedDict):
    bioguide_id: str
    name: str
    party: str | None
    state: str | None
    side: Literal["majority", "minority"] | None
    rank: int | None
    seniority: int | None
    title: str | None

class PartialCommitteeMember(TypedDict, total=False):
    bioguide_id: str
    name: str
    party: str | None
    state: str | None
    side: Literal["majority", "minority"] | None
    rank: int | None
    seniority: int | None
    title: str | None

class CommitteeSeat(TypedDict):
    code: str
    name: str
    title: str | None
    rank: int | None

class PartialCommitteeSeat(TypedDict, total=False):
    code: str
    name: str
    title: str | None
    rank: int | None

class CompanyEntry(TypedDict):
    cik: str
    company_name: str
    ticker: str | None
    exchange: str | None
    sector: Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | None
    industry: str | None
    sic_code: int | None
    last_filing_date: str | None
    windows: list[CompanyWindow]

class PartialCompanyEntry(TypedDict, total=False):
    cik: str
    company_name: str
    ticker: str | None
    exchange: str | None
    sector: Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | None
    industry: str | None
    sic_code: int | None
    last_filing_date: str | None
    windows: list[PartialCompanyWindow]

class CompanyInsiderSums(TypedDict):
    buy_count: int
    sell_count: int
    buy_value: float
    sell_value: float
    net_value: float
    distinct_buyers: int
    distinct_sellers: int
    suspect_count: int

class PartialCompanyInsiderSums(TypedDict, total=False):
    buy_count: int
    sell_count: int
    buy_value: float
    sell_value: float
    net_value: float
    distinct_buyers: int
    distinct_sellers: int
    suspect_count: int

class CompanyMemberSums(TypedDict):
    purchase_count: int
    sale_count: int
    amount_low: float
    amount_high: float

class PartialCompanyMemberSums(TypedDict, total=False):
    purchase_count: int
    sale_count: int
    amount_low: float
    amount_high: float

class CompanyPerson(TypedDict):
    cik: str
    name: str
    title: str | None
    last_filing_date: str
    holding: DirectHolding | None

class PartialCompanyPerson(TypedDict, total=False):
    cik: str
    name: str
    title: str | None
    last_filing_date: str
    holding: PartialDirectHolding | None

class CompanyProfile(TypedDict):
    cik: str
    company_name: str
    ticker: str | None
    exchange: str | None
    sector: Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | None
    industry: str | None
    sic_code: int | None
    last_filing_date: str | None
    windows: list[CompanyWindow]
    symbols: list[CompanySymbol]
    insiders: list[CompanyPerson]
    clusters: list[Cluster]

class PartialCompanyProfile(TypedDict, total=False):
    cik: str
    company_name: str
    ticker: str | None
    exchange: str | None
    sector: Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | None
    industry: str | None
    sic_code: int | None
    last_filing_date: str | None
    windows: list[PartialCompanyWindow]
    symbols: list[PartialCompanySymbol]
    insiders: list[PartialCompanyPerson]
    clusters: list[PartialCluster]

class CompanySymbol(TypedDict):
    symbol: str
    first_date: str
    last_date: str

class PartialCompanySymbol(TypedDict, total=False):
    symbol: str
    first_date: str
    last_date: str

class CompanyWindow(TypedDict):
    days: int
    end_date: str
    insiders: CompanyInsiderSums
    members: CompanyMemberSums

class PartialCompanyWindow(TypedDict, total=False):
    days: int
    end_date: str
    insiders: PartialCompanyInsiderSums
    members: PartialCompanyMemberSums

class Coverage(TypedDict):
    sources: list[SourceCoverage]

class PartialCoverage(TypedDict, total=False):
    sources: list[PartialSourceCoverage]

class CoverageDay(TypedDict):
    date: str
    state: Literal["complete", "provisional", "incomplete", "empty", "not_published", "failed", "never_fetched"]
    listed: int
    stored: int
    quarantined: int
    ignored: int
    not_fetched: int
    stored_unlisted: int
    reconciled: bool
    reasons: list[CoverageReason]
    last_fetched_at: str | None
    failure: str | None

class PartialCoverageDay(TypedDict, total=False):
    date: str
    state: Literal["complete", "provisional", "incomplete", "empty", "not_published", "failed", "never_fetched"]
    listed: int
    stored: int
    quarantined: int
    ignored: int
    not_fetched: int
    stored_unlisted: int
    reconciled: bool
    reasons: list[PartialCoverageReason]
    last_fetched_at: str | None
    failure: str | None

class CoverageDayCount(TypedDict):
    state: Literal["complete", "provisional", "incomplete", "empty", "not_published", "failed", "never_fetched"]
    count: int

class PartialCoverageDayCount(TypedDict, total=False):
    state: Literal["complete", "provisional", "incomplete", "empty", "not_published", "failed", "never_fetched"]
    count: int

class CoverageGap(TypedDict):
    reason: str
    description: str
    count: int

class PartialCoverageGap(TypedDict, total=False):
    reason: str
    description: str
    count: int

class CoverageListing(TypedDict):
    listed: int
    stored: int
    quarantined: int
    ignored: int
    not_fetched: int
    stored_unlisted: int
    reconciled: bool
    newest_complete_date: str | None
    failed_fetches: int
    days: list[CoverageDayCount]

class PartialCoverageListing(TypedDict, total=False):
    listed: int
    stored: int
    quarantined: int
    ignored: int
    not_fetched: int
    stored_unlisted: int
    reconciled: bool
    newest_complete_date: str | None
    failed_fetches: int
    days: list[PartialCoverageDayCount]

class CoverageReason(TypedDict):
    reason: str
    count: int

class PartialCoverageReason(TypedDict, total=False):
    reason: str
    count: int

class DirectHolding(TypedDict):
    shares: str | None
    security_title: str | None
    filing_date: str | None

class PartialDirectHolding(TypedDict, total=False):
    shares: str | None
    security_title: str | None
    filing_date: str | None

class ExportFile(TypedDict):
    name: str
    path: str
    url: str
    list: Literal["trades", "politician-trades", "clusters", "late-filings"]
    month: str
    format: Literal["parquet", "csv", "ndjson"]
    rows: int
    bytes: int
    sha256: str
    data_version: str
    as_of: str
    published_at: str

class PartialExportFile(TypedDict, total=False):
    name: str
    path: str
    url: str
    list: Literal["trades", "politician-trades", "clusters", "late-filings"]
    month: str
    format: Literal["parquet", "csv", "ndjson"]
    rows: int
    bytes: int
    sha256: str
    data_version: str
    as_of: str
    published_at: str

class Footnote(TypedDict):
    id: str
    text: str | None

class PartialFootnote(TypedDict, total=False):
    id: str
    text: str | None

class HoldingPosition(TypedDict):
    insider_cik: str
    insider_name: str
    company_cik: str
    company_name: str
    ticker: str | None
    security_title: str
    security_class: Literal["common", "preferred", "option", "warrant", "unit", "debt", "fund", "crypto", "other"] | None
    is_derivative: bool
    exercise_price: float | None
    expiration_date: str | None
    ownership: Literal["direct", "indirect"] | None
    vehicle: Literal["direct", "trust", "spouse", "child", "plan", "foundation", "family", "entity", "other"] | None
    nature_of_ownership: str | None
    shares: str | None
    value: float | None
    stated_date: str
    filing_date: str
    form_type: Literal["3", "4", "5", "3/A", "4/A", "5/A"]
    accession_number: str
    source_url: str
    parts: int
    entry_count: int
    gap_count: int
    ledger: list[LedgerEntry]

class PartialHoldingPosition(TypedDict, total=False):
    insider_cik: str
    insider_name: str
    company_cik: str
    company_name: str
    ticker: str | None
    security_title: str
    security_class: Literal["common", "preferred", "option", "warrant", "unit", "debt", "fund", "crypto", "other"] | None
    is_derivative: bool
    exercise_price: float | None
    expiration_date: str | None
    ownership: Literal["direct", "indirect"] | None
    vehicle: Literal["direct", "trust", "spouse", "child", "plan", "foundation", "family", "entity", "other"] | None
    nature_of_ownership: str | None
    shares: str | None
    value: float | None
    stated_date: str
    filing_date: str
    form_type: Literal["3", "4", "5", "3/A", "4/A", "5/A"]
    accession_number: str
    source_url: str
    parts: int
    entry_count: int
    gap_count: int
    ledger: list[PartialLedgerEntry]

class InsiderCompany(TypedDict):
    ticker: str | None
    company_name: str
    title: str | None
    first_trade_date: str | None
    last_trade_date: str | None

class PartialInsiderCompany(TypedDict, total=False):
    ticker: str | None
    company_name: str
    title: str | None
    first_trade_date: str | None
    last_trade_date: str | None

class InsiderEntry(TypedDict):
    cik: str
    name: str
    total_value: float
    stats: InsiderStats
    track_record_90d: TrackRecordPeriod

class PartialInsiderEntry(TypedDict, total=False):
    cik: str
    name: str
    total_value: float
    stats: PartialInsiderStats
    track_record_90d: PartialTrackRecordPeriod

class InsiderProfile(TypedDict):
    cik: str
    name: str
    companies: list[InsiderCompany]
    stats: InsiderStats
    recent_trades: list[InsiderTrade]

class PartialInsiderProfile(TypedDict, total=False):
    cik: str
    name: str
    companies: list[PartialInsiderCompany]
    stats: PartialInsiderStats
    recent_trades: list[PartialInsiderTrade]

class InsiderStats(TypedDict):
    total_trades: int
    buy_count: int
    sell_count: int
    total_buy_value: float
    total_sell_value: float
    net_value: float
    avg_trade_value: float | None
    suspect_count: int
    unique_tickers: int
    first_trade_date: str | None
    last_trade_date: str | None

class PartialInsiderStats(TypedDict, total=False):
    total_trades: int
    buy_count: int
    sell_count: int
    total_buy_value: float
    total_sell_value: float
    net_value: float
    avg_trade_value: float | None
    suspect_count: int
    unique_tickers: int
    first_trade_date: str | None
    last_trade_date: str | None

class InsiderTotals(TypedDict):
    buy_count: int
    sell_count: int
    buy_value: float
    sell_value: float
    net_value: float
    suspect_count: int

class PartialInsiderTotals(TypedDict, total=False):
    buy_count: int
    sell_count: int
    buy_value: float
    sell_value: float
    net_value: float
    suspect_count: int

class InsiderTrade(TypedDict):
    id: int
    filing_date: str
    trade_date: str | None
    ticker: str | None
    company_name: str
    company_cik: str
    insider_name: str
    insider_cik: str
    title: str | None
    title_as_filed: str | None
    trade_type: Literal["P - Purchase", "S - Sale", "A - Grant", "D - Sale to Issuer", "F - Tax", "G - Gift", "M - Option Exercise", "X - Option Exercise", "C - Conversion", "W - Inherited", "E - Expire Short", "H - Expire Long", "I - Discretionary", "J - Other", "K - Equity Swap", "L - Small Acquisition", "O - Option Exercise OTM", "U - Tender", "V - Voluntary", "Z - Voting Trust"] | str
    shares: str | None
    price: float | None
    value: float | None
    sector: Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | None
    industry: str | None
    signal_score: int
    signal_tier: Literal["strong", "moderate", "weak", "noise"]
    signal_direction: Literal["bullish", "bearish", "neutral"]
    ticker_as_filed: str | None
    accession_number: str
    form_type: Literal["3", "4", "5", "3/A", "4/A", "5/A"]
    source_url: str
    security_title: str
    security_class: Literal["common", "preferred", "option", "warrant", "unit", "debt", "fund", "crypto", "other"] | None
    acquired_disposed: Literal["A", "D"] | None
    is_derivative: bool
    is_10b5_1: bool | None
    is_10b5_1_source: Literal["checkbox", "footnote"] | None
    is_amendment: bool
    superseded_by: int | None
    amendment_status: Literal["restates", "adds", "undecided"] | None
    not_restated: bool
    shares_owned_after: str | None
    delta_own_pct: float | None
    ownership: Literal["direct", "indirect"] | None
    is_director: bool
    is_officer: bool
    is_ten_percent_owner: bool
    joint_insiders: list[JointInsider]
    exercise_price: float | None
    exercisable_date: str | None
    expiration_date: str | None
    underlying_title: str | None
    underlying_shares: str | None
    exercise_pair_id: int | None
    exercise_and_sale: bool | None
    filing_delay_days: int | None
    first_filing_date: str
    counted_from: Literal["first_filing", "amendment"]
    price_quality: Literal["ok", "suspect"] | None
    price_quality_reason: Literal["equals_shares", "other_security", "total", "market_price", "other_prices"] | None
    price_reason: Literal["footnote_only", "not_required", "missing"] | None
    same_block_as: int | None
    first_buy: bool | None
    cluster_id: int | None
    date_quality: Literal["ok", "transaction_after_filing", "implausible_lag"] | None
    filed_direction_conflict: bool | None
    signal_factors: list[SignalFactor]
    signal_version: str
    last_modified: str
    footnotes: NotRequired[list[Footnote]]
    nature_of_ownership: NotRequired[str | None]
    remarks: NotRequired[str | None]
    accepted_at: NotRequired[str | None]
    outcomes: NotRequired[Outcomes]

class PartialInsiderTrade(TypedDict, total=False):
    id: int
    filing_date: str
    trade_date: str | None
    ticker: str | None
    company_name: str
    company_cik: str
    insider_name: str
    insider_cik: str
    title: str | None
    title_as_filed: str | None
    trade_type: Literal["P - Purchase", "S - Sale", "A - Grant", "D - Sale to Issuer", "F - Tax", "G - Gift", "M - Option Exercise", "X - Option Exercise", "C - Conversion", "W - Inherited", "E - Expire Short", "H - Expire Long", "I - Discretionary", "J - Other", "K - Equity Swap", "L - Small Acquisition", "O - Option Exercise OTM", "U - Tender", "V - Voluntary", "Z - Voting Trust"] | str
    shares: str | None
    price: float | None
    value: float | None
    sector: Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | None
    industry: str | None
    signal_score: int
    signal_tier: Literal["strong", "moderate", "weak", "noise"]
    signal_direction: Literal["bullish", "bearish", "neutral"]
    ticker_as_filed: str | None
    accession_number: str
    form_type: Literal["3", "4", "5", "3/A", "4/A", "5/A"]
    source_url: str
    security_title: str
    security_class: Literal["common", "preferred", "option", "warrant", "unit", "debt", "fund", "crypto", "other"] | None
    acquired_disposed: Literal["A", "D"] | None
    is_derivative: bool
    is_10b5_1: bool | None
    is_10b5_1_source: Literal["checkbox", "footnote"] | None
    is_amendment: bool
    superseded_by: int | None
    amendment_status: Literal["restates", "adds", "undecided"] | None
    not_restated: bool
    shares_owned_after: str | None
    delta_own_pct: float | None
    ownership: Literal["direct", "indirect"] | None
    is_director: bool
    is_officer: bool
    is_ten_percent_owner: bool
    joint_insiders: list[PartialJointInsider]
    exercise_price: float | None
    exercisable_date: str | None
    expiration_date: str | None
    underlying_title: str | None
    underlying_shares: str | None
    exercise_pair_id: int | None
    exercise_and_sale: bool | None
    filing_delay_days: int | None
    first_filing_date: str
    counted_from: Literal["first_filing", "amendment"]
    price_quality: Literal["ok", "suspect"] | None
    price_quality_reason: Literal["equals_shares", "other_security", "total", "market_price", "other_prices"] | None
    price_reason: Literal["footnote_only", "not_required", "missing"] | None
    same_block_as: int | None
    first_buy: bool | None
    cluster_id: int | None
    date_quality: Literal["ok", "transaction_after_filing", "implausible_lag"] | None
    filed_direction_conflict: bool | None
    signal_factors: list[PartialSignalFactor]
    signal_version: str
    last_modified: str
    footnotes: list[PartialFootnote]
    nature_of_ownership: str | None
    remarks: str | None
    accepted_at: str | None
    outcomes: PartialOutcomes

class JointInsider(TypedDict):
    cik: str
    name: str

class PartialJointInsider(TypedDict, total=False):
    cik: str
    name: str

class LateFiling(TypedDict):
    id: int
    filing_date: str
    trade_date: str | None
    politician_name: str
    politician_id: str
    party: str | None
    chamber: Literal["House", "Senate"]
    state: str | None
    district: int | None
    ticker: str | None
    asset_name: str
    asset_type: str | None
    trade_type: Literal["Purchase", "Sale (Full)", "Sale (Partial)", "Sale", "Exchange"]
    owner: Literal["Self", "Spouse", "Joint", "Child"] | None
    amount_range: str | None
    amount_low: float | None
    amount_high: float | None
    amount_mid: float | None
    delay_days: int | None
    is_late: bool
    sector: Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | None
    industry: str | None
    is_committee_trade: bool
    committee_matches: list[CommitteeMatch]
    committee_data: Literal["known", "inferred", "unknown", "issuer_unknown"]
    comment: str | None
    source_url: str
    is_amendment: bool
    date_quality: Literal["ok", "transaction_after_disclosure", "future_transaction_date", "implausible_lag"]
    security_class: Literal["common", "preferred", "option", "warrant", "unit", "debt", "fund", "crypto", "other"] | None
    last_modified: str
    ticker_as_filed: str | None
    ticker_source: Literal["column", "asset_name"] | None
    original_filing_date: str | None
    first_filing_date: str | None
    counted_from: Literal["first_filing", "amendment"]
    account: str | None
    notification_date: str | None
    cap_gains_over_200: bool | None
    is_late_statutory: bool | None
    superseded_by: int | None
    deadline_date: str
    days_late: int

class PartialLateFiling(TypedDict, total=False):
    id: int
    filing_date: str
    trade_date: str | None
    politician_name: str
    politician_id: str
    party: str | None
    chamber: Literal["House", "Senate"]
    state: str | None
    district: int | None
    ticker: str | None
    asset_name: str
    asset_type: str | None
    trade_type: Literal["Purchase", "Sale (Full)", "Sale (Partial)", "Sale", "Exchange"]
    owner: Literal["Self", "Spouse", "Joint", "Child"] | None
    amount_range: str | None
    amount_low: float | None
    amount_high: float | None
    amount_mid: float | None
    delay_days: int | None
    is_late: bool
    sector: Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | None
    industry: str | None
    is_committee_trade: bool
    committee_matches: list[PartialCommitteeMatch]
    committee_data: Literal["known", "inferred", "unknown", "issuer_unknown"]
    comment: str | None
    source_url: str
    is_amendment: bool
    date_quality: Literal["ok", "transaction_after_disclosure", "future_transaction_date", "implausible_lag"]
    security_class: Literal["common", "preferred", "option", "warrant", "unit", "debt", "fund", "crypto", "other"] | None
    last_modified: str
    ticker_as_filed: str | None
    ticker_source: Literal["column", "asset_name"] | None
    original_filing_date: str | None
    first_filing_date: str | None
    counted_from: Literal["first_filing", "amendment"]
    account: str | None
    notification_date: str | None
    cap_gains_over_200: bool | None
    is_late_statutory: bool | None
    superseded_by: int | None
    deadline_date: str
    days_late: int

class LedgerEntry(TypedDict):
    date: str
    filing_date: str
    form_type: Literal["3", "4", "5", "3/A", "4/A", "5/A"]
    accession_number: str
    trade_id: int | None
    trade_type: Literal["P - Purchase", "S - Sale", "A - Grant", "D - Sale to Issuer", "F - Tax", "G - Gift", "M - Option Exercise", "X - Option Exercise", "C - Conversion", "W - Inherited", "E - Expire Short", "H - Expire Long", "I - Discretionary", "J - Other", "K - Equity Swap", "L - Small Acquisition", "O - Option Exercise OTM", "U - Tender", "V - Voluntary", "Z - Voting Trust"] | str | None
    acquired_disposed: Literal["A", "D"] | None
    shares: str | None
    shares_owned_after: str | None
    expected: str | None
    gap: str | None
    cause: Literal["first_statement", "superseded", "no_shares_stated", "rounding", "other_order", "total_of_form", "several_lots", "several_vehicles", "several_owners", "split", "footnote", "plan_account", "gap"] | None
    split_ratio: str | None

class PartialLedgerEntry(TypedDict, total=False):
    date: str
    filing_date: str
    form_type: Literal["3", "4", "5", "3/A", "4/A", "5/A"]
    accession_number: str
    trade_id: int | None
    trade_type: Literal["P - Purchase", "S - Sale", "A - Grant", "D - Sale to Issuer", "F - Tax", "G - Gift", "M - Option Exercise", "X - Option Exercise", "C - Conversion", "W - Inherited", "E - Expire Short", "H - Expire Long", "I - Discretionary", "J - Other", "K - Equity Swap", "L - Small Acquisition", "O - Option Exercise OTM", "U - Tender", "V - Voluntary", "Z - Voting Trust"] | str | None
    acquired_disposed: Literal["A", "D"] | None
    shares: str | None
    shares_owned_after: str | None
    expected: str | None
    gap: str | None
    cause: Literal["first_statement", "superseded", "no_shares_stated", "rounding", "other_order", "total_of_form", "several_lots", "several_vehicles", "several_owners", "split", "footnote", "plan_account", "gap"] | None
    split_ratio: str | None

class LimitWindow(TypedDict):
    limit: int
    remaining: int
    reset_at: int

class PartialLimitWindow(TypedDict, total=False):
    limit: int
    remaining: int
    reset_at: int

class MemberHolding(TypedDict):
    asset_name: str
    ticker: str | None
    company_cik: str | None
    asset_type: str | None
    security_class: str | None
    owner: str | None
    account: str | None
    position: Literal["held", "sold_in_full"] | None
    unknown_reason: Literal["date_suspect", "several_symbols", "exchange", "sale_kind_not_stated", "same_day"] | None
    trade_count: int
    last_trade_id: int
    first_trade_date: str | None
    last_trade_date: str | None
    last_purchase_date: str | None
    last_sale_date: str | None
    counted_after: str | None
    purchase_count: int
    sale_count: int
    purchased_low: float | None
    purchased_high: float | None
    sold_low: float | None
    sold_high: float | None

class PartialMemberHolding(TypedDict, total=False):
    asset_name: str
    ticker: str | None
    company_cik: str | None
    asset_type: str | None
    security_class: str | None
    owner: str | None
    account: str | None
    position: Literal["held", "sold_in_full"] | None
    unknown_reason: Literal["date_suspect", "several_symbols", "exchange", "sale_kind_not_stated", "same_day"] | None
    trade_count: int
    last_trade_id: int
    first_trade_date: str | None
    last_trade_date: str | None
    last_purchase_date: str | None
    last_sale_date: str | None
    counted_after: str | None
    purchase_count: int
    sale_count: int
    purchased_low: float | None
    purchased_high: float | None
    sold_low: float | None
    sold_high: float | None

class Outcomes(TypedDict):
    status: Literal["resolved", "partial", "pending", "unavailable"]
    reason: str | None
    entry_date: str | None
    entry_price: float | None
    entry_price_adjusted: float | None
    return_7d_pct: float | None
    spy_return_7d_pct: float | None
    alpha_7d_pct: float | None
    trade_date_return_7d_pct: float | None
    trade_date_spy_return_7d_pct: float | None
    trade_date_alpha_7d_pct: float | None
    return_30d_pct: float | None
    spy_return_30d_pct: float | None
    alpha_30d_pct: float | None
    trade_date_return_30d_pct: float | None
    trade_date_spy_return_30d_pct: float | None
    trade_date_alpha_30d_pct: float | None
    return_90d_pct: float | None
    spy_return_90d_pct: float | None
    alpha_90d_pct: float | None
    trade_date_return_90d_pct: float | None
    trade_date_spy_return_90d_pct: float | None
    trade_date_alpha_90d_pct: float | None
    return_180d_pct: float | None
    spy_return_180d_pct: float | None
    alpha_180d_pct: float | None
    trade_date_return_180d_pct: float | None
    trade_date_spy_return_180d_pct: float | None
    trade_date_alpha_180d_pct: float | None
    return_365d_pct: float | None
    spy_return_365d_pct: float | None
    alpha_365d_pct: float | None
    trade_date_return_365d_pct: float | None
    trade_date_spy_return_365d_pct: float | None
    trade_date_alpha_365d_pct: float | None

class PartialOutcomes(TypedDict, total=False):
    status: Literal["resolved", "partial", "pending", "unavailable"]
    reason: str | None
    entry_date: str | None
    entry_price: float | None
    entry_price_adjusted: float | None
    return_7d_pct: float | None
    spy_return_7d_pct: float | None
    alpha_7d_pct: float | None
    trade_date_return_7d_pct: float | None
    trade_date_spy_return_7d_pct: float | None
    trade_date_alpha_7d_pct: float | None
    return_30d_pct: float | None
    spy_return_30d_pct: float | None
    alpha_30d_pct: float | None
    trade_date_return_30d_pct: float | None
    trade_date_spy_return_30d_pct: float | None
    trade_date_alpha_30d_pct: float | None
    return_90d_pct: float | None
    spy_return_90d_pct: float | None
    alpha_90d_pct: float | None
    trade_date_return_90d_pct: float | None
    trade_date_spy_return_90d_pct: float | None
    trade_date_alpha_90d_pct: float | None
    return_180d_pct: float | None
    spy_return_180d_pct: float | None
    alpha_180d_pct: float | None
    trade_date_return_180d_pct: float | None
    trade_date_spy_return_180d_pct: float | None
    trade_date_alpha_180d_pct: float | None
    return_365d_pct: float | None
    spy_return_365d_pct: float | None
    alpha_365d_pct: float | None
    trade_date_return_365d_pct: float | None
    trade_date_spy_return_365d_pct: float | None
    trade_date_alpha_365d_pct: float | None

class Pagination(TypedDict):
    page: int
    pageSize: int
    total: int
    totalPages: int
    next: str | None

class PartialPagination(TypedDict, total=False):
    page: int
    pageSize: int
    total: int
    totalPages: int
    next: str | None

class PerformanceHorizon(TypedDict):
    days: int
    resolved_trades: int
    compared_trades: int | None
    avg_return_pct: float | None
    avg_alpha_pct: float | None
    win_rate_pct: float | None
    win_rate_low_pct: float | None
    win_rate_high_pct: float | None
    beat_spy_rate_pct: float | None
    pnl_low: float | None
    pnl_mid: float | None
    pnl_high: float | None
    open_ended_trades: int
    sample_sufficient: bool
    sales: SalesOutcome

class PartialPerformanceHorizon(TypedDict, total=False):
    days: int
    resolved_trades: int
    compared_trades: int | None
    avg_return_pct: float | None
    avg_alpha_pct: float | None
    win_rate_pct: float | None
    win_rate_low_pct: float | None
    win_rate_high_pct: float | None
    beat_spy_rate_pct: float | None
    pnl_low: float | None
    pnl_mid: float | None
    pnl_high: float | None
    open_ended_trades: int
    sample_sufficient: bool
    sales: PartialSalesOutcome

class PoliticianEntry(TypedDict):
    bioguide_id: str
    name: str
    party: str | None
    chamber: str | None
    state: str | None
    district: int | None
    position: str | None
    in_office: bool
    stats: PoliticianStats
    performance_90d: PerformanceHorizon

class PartialPoliticianEntry(TypedDict, total=False):
    bioguide_id: str
    name: str
    party: str | None
    chamber: str | None
    state: str | None
    district: int | None
    position: str | None
    in_office: bool
    stats: PartialPoliticianStats
    performance_90d: PartialPerformanceHorizon

class PoliticianPerformance(TypedDict):
    bioguide_id: str
    name: str
    benchmark: str
    horizons: list[PerformanceHorizon]
    trade_date: list[PerformanceHorizon]

class PartialPoliticianPerformance(TypedDict, total=False):
    bioguide_id: str
    name: str
    benchmark: str
    horizons: list[PartialPerformanceHorizon]
    trade_date: list[PartialPerformanceHorizon]

class PoliticianProfile(TypedDict):
    bioguide_id: str
    name: str
    party: str | None
    chamber: str | None
    state: str | None
    district: int | None
    position: str | None
    in_office: bool
    terms: list[Term]
    committees: list[CommitteeSeat]
    stats: PoliticianStats
    top_tickers: list[TopTicker]
    trades: PoliticianTradePage

class PartialPoliticianProfile(TypedDict, total=False):
    bioguide_id: str
    name: str
    party: str | None
    chamber: str | None
    state: str | None
    district: int | None
    position: str | None
    in_office: bool
    terms: list[PartialTerm]
    committees: list[PartialCommitteeSeat]
    stats: PartialPoliticianStats
    top_tickers: list[PartialTopTicker]
    trades: PartialPoliticianTradePage

class PoliticianStats(TypedDict):
    total_trades: int
    buy_count: int
    sell_count: int
    est_volume_low: float
    est_volume_mid: float
    est_volume_high: float
    unique_tickers: int
    late_count: int
    late_rate_pct: float | None
    late_judged_count: int
    avg_delay_days: float | None
    committee_trade_count: int
    committee_judged_count: int

class PartialPoliticianStats(TypedDict, total=False):
    total_trades: int
    buy_count: int
    sell_count: int
    est_volume_low: float
    est_volume_mid: float
    est_volume_high: float
    unique_tickers: int
    late_count: int
    late_rate_pct: float | None
    late_judged_count: int
    avg_delay_days: float | None
    committee_trade_count: int
    committee_judged_count: int

class PoliticianTrade(TypedDict):
    id: int
    filing_date: str
    trade_date: str | None
    politician_name: str
    politician_id: str
    party: str | None
    chamber: Literal["House", "Senate"]
    state: str | None
    district: int | None
    ticker: str | None
    asset_name: str
    asset_type: str | None
    trade_type: Literal["Purchase", "Sale (Full)", "Sale (Partial)", "Sale", "Exchange"]
    owner: Literal["Self", "Spouse", "Joint", "Child"] | None
    amount_range: str | None
    amount_low: float | None
    amount_high: float | None
    amount_mid: float | None
    delay_days: int | None
    is_late: bool
    sector: Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | None
    industry: str | None
    is_committee_trade: bool
    committee_matches: list[CommitteeMatch]
    committee_data: Literal["known", "inferred", "unknown", "issuer_unknown"]
    comment: str | None
    source_url: str
    is_amendment: bool
    date_quality: Literal["ok", "transaction_after_disclosure", "future_transaction_date", "implausible_lag"]
    security_class: Literal["common", "preferred", "option", "warrant", "unit", "debt", "fund", "crypto", "other"] | None
    last_modified: str
    ticker_as_filed: str | None
    ticker_source: Literal["column", "asset_name"] | None
    original_filing_date: str | None
    first_filing_date: str | None
    counted_from: Literal["first_filing", "amendment"]
    account: str | None
    notification_date: str | None
    cap_gains_over_200: bool | None
    is_late_statutory: bool | None
    superseded_by: int | None
    outcomes: NotRequired[Outcomes]

class PartialPoliticianTrade(TypedDict, total=False):
    id: int
    filing_date: str
    trade_date: str | None
    politician_name: str
    politician_id: str
    party: str | None
    chamber: Literal["House", "Senate"]
    state: str | None
    district: int | None
    ticker: str | None
    asset_name: str
    asset_type: str | None
    trade_type: Literal["Purchase", "Sale (Full)", "Sale (Partial)", "Sale", "Exchange"]
    owner: Literal["Self", "Spouse", "Joint", "Child"] | None
    amount_range: str | None
    amount_low: float | None
    amount_high: float | None
    amount_mid: float | None
    delay_days: int | None
    is_late: bool
    sector: Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | None
    industry: str | None
    is_committee_trade: bool
    committee_matches: list[PartialCommitteeMatch]
    committee_data: Literal["known", "inferred", "unknown", "issuer_unknown"]
    comment: str | None
    source_url: str
    is_amendment: bool
    date_quality: Literal["ok", "transaction_after_disclosure", "future_transaction_date", "implausible_lag"]
    security_class: Literal["common", "preferred", "option", "warrant", "unit", "debt", "fund", "crypto", "other"] | None
    last_modified: str
    ticker_as_filed: str | None
    ticker_source: Literal["column", "asset_name"] | None
    original_filing_date: str | None
    first_filing_date: str | None
    counted_from: Literal["first_filing", "amendment"]
    account: str | None
    notification_date: str | None
    cap_gains_over_200: bool | None
    is_late_statutory: bool | None
    superseded_by: int | None
    outcomes: PartialOutcomes

class PoliticianTradePage(TypedDict):
    items: list[PoliticianTrade]
    pagination: Pagination

class PartialPoliticianTradePage(TypedDict, total=False):
    items: list[PartialPoliticianTrade]
    pagination: PartialPagination

class SalesOutcome(TypedDict):
    resolved_trades: int
    avoided_loss_mid: float | None

class PartialSalesOutcome(TypedDict, total=False):
    resolved_trades: int
    avoided_loss_mid: float | None

class SignalFactor(TypedDict):
    factor: str
    points: int

class PartialSignalFactor(TypedDict, total=False):
    factor: str
    points: int

class SignalGroup(TypedDict):
    signal_version: str
    signal_tier: str
    signal_direction: str
    trades: int
    suspect_count: int
    periods: list[SignalPeriod]

class PartialSignalGroup(TypedDict, total=False):
    signal_version: str
    signal_tier: str
    signal_direction: str
    trades: int
    suspect_count: int
    periods: list[PartialSignalPeriod]

class SignalPerformance(TypedDict):
    suspect_count: int
    groups: list[SignalGroup]

class PartialSignalPerformance(TypedDict, total=False):
    suspect_count: int
    groups: list[PartialSignalGroup]

class SignalPeriod(TypedDict):
    days: int
    resolved_trades: int
    compared_trades: int | None
    hits: int | None
    hit_rate_pct: float | None
    hit_rate_low_pct: float | None
    hit_rate_high_pct: float | None
    beat_spy_rate_pct: float | None
    avg_return_pct: float | None
    avg_alpha_pct: float | None
    avg_alpha_low_pct: float | None
    avg_alpha_high_pct: float | None
    sample_sufficient: bool

class PartialSignalPeriod(TypedDict, total=False):
    days: int
    resolved_trades: int
    compared_trades: int | None
    hits: int | None
    hit_rate_pct: float | None
    hit_rate_low_pct: float | None
    hit_rate_high_pct: float | None
    beat_spy_rate_pct: float | None
    avg_return_pct: float | None
    avg_alpha_pct: float | None
    avg_alpha_low_pct: float | None
    avg_alpha_high_pct: float | None
    sample_sufficient: bool

class SourceCoverage(TypedDict):
    source: str
    records: int
    newest_filing_date: str | None
    last_fetched_at: str | None
    last_run_status: str | None
    age_days: int | None
    behind: bool | None
    listing: CoverageListing | None
    days: NotRequired[list[CoverageDay]]
    missing: list[CoverageGap]

class PartialSourceCoverage(TypedDict, total=False):
    source: str
    records: int
    newest_filing_date: str | None
    last_fetched_at: str | None
    last_run_status: str | None
    age_days: int | None
    behind: bool | None
    listing: PartialCoverageListing | None
    days: list[PartialCoverageDay]
    missing: list[PartialCoverageGap]

class SummaryGroup(TypedDict):
    company_cik: str | None
    company_name: str | None
    ticker: str | None
    sector: Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | None
    month: str | None
    insiders: InsiderTotals
    members: CompanyMemberSums

class PartialSummaryGroup(TypedDict, total=False):
    company_cik: str | None
    company_name: str | None
    ticker: str | None
    sector: Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | None
    month: str | None
    insiders: PartialInsiderTotals
    members: PartialCompanyMemberSums

class Symbol(TypedDict):
    kind: Literal["company", "insider", "politician"]
    name: str
    ticker: str | None
    cik: str | None
    bioguide_id: str | None

class PartialSymbol(TypedDict, total=False):
    kind: Literal["company", "insider", "politician"]
    name: str
    ticker: str | None
    cik: str | None
    bioguide_id: str | None

class Term(TypedDict):
    chamber: str
    start_date: str
    end_date: str
    state: str
    district: int | None
    party: str

class PartialTerm(TypedDict, total=False):
    chamber: str
    start_date: str
    end_date: str
    state: str
    district: int | None
    party: str

class TopTicker(TypedDict):
    ticker: str
    count: int
    est_value_mid: float

class PartialTopTicker(TypedDict, total=False):
    ticker: str
    count: int
    est_value_mid: float

class TrackRecord(TypedDict):
    cik: str
    name: str
    benchmark: str
    periods: list[TrackRecordPeriod]

class PartialTrackRecord(TypedDict, total=False):
    cik: str
    name: str
    benchmark: str
    periods: list[PartialTrackRecordPeriod]

class TrackRecordPeriod(TypedDict):
    days: int
    resolved_trades: int
    compared_trades: int | None
    wins: int
    win_rate_pct: float | None
    win_rate_low_pct: float | None
    win_rate_high_pct: float | None
    beat_spy_rate_pct: float | None
    avg_return_pct: float | None
    median_return_pct: float | None
    avg_alpha_pct: float | None
    best: TrackRecordTrade | None
    worst: TrackRecordTrade | None
    sample_sufficient: bool

class PartialTrackRecordPeriod(TypedDict, total=False):
    days: int
    resolved_trades: int
    compared_trades: int | None
    wins: int
    win_rate_pct: float | None
    win_rate_low_pct: float | None
    win_rate_high_pct: float | None
    beat_spy_rate_pct: float | None
    avg_return_pct: float | None
    median_return_pct: float | None
    avg_alpha_pct: float | None
    best: PartialTrackRecordTrade | None
    worst: PartialTrackRecordTrade | None
    sample_sufficient: bool

class TrackRecordTrade(TypedDict):
    trade_id: int
    ticker: str | None
    return_pct: float

class PartialTrackRecordTrade(TypedDict, total=False):
    trade_id: int
    ticker: str | None
    return_pct: float

class Usage(TypedDict):
    plan: str
    minute: LimitWindow
    day: LimitWindow
    month: LimitWindow
    file_bytes: ByteWindow
    requests: list[UsageDay]

class PartialUsage(TypedDict, total=False):
    plan: str
    minute: PartialLimitWindow
    day: PartialLimitWindow
    month: PartialLimitWindow
    file_bytes: PartialByteWindow
    requests: list[PartialUsageDay]

class UsageDay(TypedDict):
    date: str
    route: str
    status: int
    requests: int

class PartialUsageDay(TypedDict, total=False):
    date: str
    route: str
    status: int
    requests: int

class Vocabulary(TypedDict):
    parameters: list[VocabularyParameter]

class PartialVocabulary(TypedDict, total=False):
    parameters: list[PartialVocabularyParameter]

class VocabularyParameter(TypedDict):
    endpoint: str
    parameter: str
    words: list[VocabularyWord]

class PartialVocabularyParameter(TypedDict, total=False):
    endpoint: str
    parameter: str
    words: list[PartialVocabularyWord]

class VocabularyWord(TypedDict):
    word: str
    meaning: str
    row_count: int | None

class PartialVocabularyWord(TypedDict, total=False):
    word: str
    meaning: str
    row_count: int | None

CompanyProfileField = Literal["cik", "company_name", "ticker", "exchange", "sector", "industry", "sic_code", "last_filing_date", "windows", "windows.days", "windows.end_date", "windows.insiders", "windows.insiders.buy_count", "windows.insiders.sell_count", "windows.insiders.buy_value", "windows.insiders.sell_value", "windows.insiders.net_value", "windows.insiders.distinct_buyers", "windows.insiders.distinct_sellers", "windows.insiders.suspect_count", "windows.members", "windows.members.purchase_count", "windows.members.sale_count", "windows.members.amount_low", "windows.members.amount_high", "symbols", "symbols.symbol", "symbols.first_date", "symbols.last_date", "insiders", "insiders.cik", "insiders.name", "insiders.title", "insiders.last_filing_date", "insiders.holding", "insiders.holding.shares", "insiders.holding.security_title", "insiders.holding.filing_date", "clusters", "clusters.id", "clusters.ticker", "clusters.company_name", "clusters.company_cik", "clusters.sector", "clusters.industry", "clusters.trade_type", "clusters.cluster_size", "clusters.trade_count", "clusters.suspect_count", "clusters.total_value", "clusters.total_shares", "clusters.avg_price", "clusters.start_date", "clusters.end_date", "clusters.latest_filing_date", "clusters.max_signal_score", "clusters.insiders", "clusters.insiders.cik", "clusters.insiders.name", "clusters.insiders.title", "clusters.insiders.value", "clusters.insiders.trade_date", "clusters.trade_ids"]

CoverageField = Literal["sources", "sources.source", "sources.records", "sources.newest_filing_date", "sources.last_fetched_at", "sources.last_run_status", "sources.age_days", "sources.behind", "sources.listing", "sources.listing.listed", "sources.listing.stored", "sources.listing.quarantined", "sources.listing.ignored", "sources.listing.not_fetched", "sources.listing.stored_unlisted", "sources.listing.reconciled", "sources.listing.newest_complete_date", "sources.listing.failed_fetches", "sources.listing.days", "sources.listing.days.state", "sources.listing.days.count", "sources.days", "sources.days.date", "sources.days.state", "sources.days.listed", "sources.days.stored", "sources.days.quarantined", "sources.days.ignored", "sources.days.not_fetched", "sources.days.stored_unlisted", "sources.days.reconciled", "sources.days.reasons", "sources.days.reasons.reason", "sources.days.reasons.count", "sources.days.last_fetched_at", "sources.days.failure", "sources.missing", "sources.missing.reason", "sources.missing.description", "sources.missing.count"]

InsiderProfileField = Literal["cik", "name", "companies", "companies.ticker", "companies.company_name", "companies.title", "companies.first_trade_date", "companies.last_trade_date", "stats", "stats.total_trades", "stats.buy_count", "stats.sell_count", "stats.total_buy_value", "stats.total_sell_value", "stats.net_value", "stats.avg_trade_value", "stats.suspect_count", "stats.unique_tickers", "stats.first_trade_date", "stats.last_trade_date", "recent_trades", "recent_trades.id", "recent_trades.filing_date", "recent_trades.trade_date", "recent_trades.ticker", "recent_trades.company_name", "recent_trades.company_cik", "recent_trades.insider_name", "recent_trades.insider_cik", "recent_trades.title", "recent_trades.title_as_filed", "recent_trades.trade_type", "recent_trades.shares", "recent_trades.price", "recent_trades.value", "recent_trades.sector", "recent_trades.industry", "recent_trades.signal_score", "recent_trades.signal_tier", "recent_trades.signal_direction", "recent_trades.ticker_as_filed", "recent_trades.accession_number", "recent_trades.form_type", "recent_trades.source_url", "recent_trades.security_title", "recent_trades.security_class", "recent_trades.acquired_disposed", "recent_trades.is_derivative", "recent_trades.is_10b5_1", "recent_trades.is_10b5_1_source", "recent_trades.is_amendment", "recent_trades.superseded_by", "recent_trades.amendment_status", "recent_trades.not_restated", "recent_trades.shares_owned_after", "recent_trades.delta_own_pct", "recent_trades.ownership", "recent_trades.is_director", "recent_trades.is_officer", "recent_trades.is_ten_percent_owner", "recent_trades.joint_insiders", "recent_trades.joint_insiders.cik", "recent_trades.joint_insiders.name", "recent_trades.exercise_price", "recent_trades.exercisable_date", "recent_trades.expiration_date", "recent_trades.underlying_title", "recent_trades.underlying_shares", "recent_trades.exercise_pair_id", "recent_trades.exercise_and_sale", "recent_trades.filing_delay_days", "recent_trades.first_filing_date", "recent_trades.counted_from", "recent_trades.price_quality", "recent_trades.price_quality_reason", "recent_trades.price_reason", "recent_trades.same_block_as", "recent_trades.first_buy", "recent_trades.cluster_id", "recent_trades.date_quality", "recent_trades.filed_direction_conflict", "recent_trades.signal_factors", "recent_trades.signal_factors.factor", "recent_trades.signal_factors.points", "recent_trades.signal_version", "recent_trades.last_modified", "recent_trades.footnotes", "recent_trades.footnotes.id", "recent_trades.footnotes.text", "recent_trades.nature_of_ownership", "recent_trades.remarks", "recent_trades.accepted_at", "recent_trades.outcomes", "recent_trades.outcomes.status", "recent_trades.outcomes.reason", "recent_trades.outcomes.entry_date", "recent_trades.outcomes.entry_price", "recent_trades.outcomes.entry_price_adjusted", "recent_trades.outcomes.return_7d_pct", "recent_trades.outcomes.spy_return_7d_pct", "recent_trades.outcomes.alpha_7d_pct", "recent_trades.outcomes.trade_date_return_7d_pct", "recent_trades.outcomes.trade_date_spy_return_7d_pct", "recent_trades.outcomes.trade_date_alpha_7d_pct", "recent_trades.outcomes.return_30d_pct", "recent_trades.outcomes.spy_return_30d_pct", "recent_trades.outcomes.alpha_30d_pct", "recent_trades.outcomes.trade_date_return_30d_pct", "recent_trades.outcomes.trade_date_spy_return_30d_pct", "recent_trades.outcomes.trade_date_alpha_30d_pct", "recent_trades.outcomes.return_90d_pct", "recent_trades.outcomes.spy_return_90d_pct", "recent_trades.outcomes.alpha_90d_pct", "recent_trades.outcomes.trade_date_return_90d_pct", "recent_trades.outcomes.trade_date_spy_return_90d_pct", "recent_trades.outcomes.trade_date_alpha_90d_pct", "recent_trades.outcomes.return_180d_pct", "recent_trades.outcomes.spy_return_180d_pct", "recent_trades.outcomes.alpha_180d_pct", "recent_trades.outcomes.trade_date_return_180d_pct", "recent_trades.outcomes.trade_date_spy_return_180d_pct", "recent_trades.outcomes.trade_date_alpha_180d_pct", "recent_trades.outcomes.return_365d_pct", "recent_trades.outcomes.spy_return_365d_pct", "recent_trades.outcomes.alpha_365d_pct", "recent_trades.outcomes.trade_date_return_365d_pct", "recent_trades.outcomes.trade_date_spy_return_365d_pct", "recent_trades.outcomes.trade_date_alpha_365d_pct"]

PoliticianPerformanceField = Literal["bioguide_id", "name", "benchmark", "horizons", "horizons.days", "horizons.resolved_trades", "horizons.compared_trades", "horizons.avg_return_pct", "horizons.avg_alpha_pct", "horizons.win_rate_pct", "horizons.win_rate_low_pct", "horizons.win_rate_high_pct", "horizons.beat_spy_rate_pct", "horizons.pnl_low", "horizons.pnl_mid", "horizons.pnl_high", "horizons.open_ended_trades", "horizons.sample_sufficient", "horizons.sales", "horizons.sales.resolved_trades", "horizons.sales.avoided_loss_mid", "trade_date", "trade_date.days", "trade_date.resolved_trades", "trade_date.compared_trades", "trade_date.avg_return_pct", "trade_date.avg_alpha_pct", "trade_date.win_rate_pct", "trade_date.win_rate_low_pct", "trade_date.win_rate_high_pct", "trade_date.beat_spy_rate_pct", "trade_date.pnl_low", "trade_date.pnl_mid", "trade_date.pnl_high", "trade_date.open_ended_trades", "trade_date.sample_sufficient", "trade_date.sales", "trade_date.sales.resolved_trades", "trade_date.sales.avoided_loss_mid"]

PoliticianTradeField = Literal["id", "filing_date", "trade_date", "politician_name", "politician_id", "party", "chamber", "state", "district", "ticker", "asset_name", "asset_type", "trade_type", "owner", "amount_range", "amount_low", "amount_high", "amount_mid", "delay_days", "is_late", "sector", "industry", "is_committee_trade", "committee_matches", "committee_matches.code", "committee_matches.name", "committee_matches.basis", "committee_data", "comment", "source_url", "is_amendment", "date_quality", "security_class", "last_modified", "ticker_as_filed", "ticker_source", "original_filing_date", "first_filing_date", "counted_from", "account", "notification_date", "cap_gains_over_200", "is_late_statutory", "superseded_by", "outcomes", "outcomes.status", "outcomes.reason", "outcomes.entry_date", "outcomes.entry_price", "outcomes.entry_price_adjusted", "outcomes.return_7d_pct", "outcomes.spy_return_7d_pct", "outcomes.alpha_7d_pct", "outcomes.trade_date_return_7d_pct", "outcomes.trade_date_spy_return_7d_pct", "outcomes.trade_date_alpha_7d_pct", "outcomes.return_30d_pct", "outcomes.spy_return_30d_pct", "outcomes.alpha_30d_pct", "outcomes.trade_date_return_30d_pct", "outcomes.trade_date_spy_return_30d_pct", "outcomes.trade_date_alpha_30d_pct", "outcomes.return_90d_pct", "outcomes.spy_return_90d_pct", "outcomes.alpha_90d_pct", "outcomes.trade_date_return_90d_pct", "outcomes.trade_date_spy_return_90d_pct", "outcomes.trade_date_alpha_90d_pct", "outcomes.return_180d_pct", "outcomes.spy_return_180d_pct", "outcomes.alpha_180d_pct", "outcomes.trade_date_return_180d_pct", "outcomes.trade_date_spy_return_180d_pct", "outcomes.trade_date_alpha_180d_pct", "outcomes.return_365d_pct", "outcomes.spy_return_365d_pct", "outcomes.alpha_365d_pct", "outcomes.trade_date_return_365d_pct", "outcomes.trade_date_spy_return_365d_pct", "outcomes.trade_date_alpha_365d_pct"]

PoliticianProfileField = Literal["bioguide_id", "name", "party", "chamber", "state", "district", "position", "in_office", "terms", "terms.chamber", "terms.start_date", "terms.end_date", "terms.state", "terms.district", "terms.party", "committees", "committees.code", "committees.name", "committees.title", "committees.rank", "stats", "stats.total_trades", "stats.buy_count", "stats.sell_count", "stats.est_volume_low", "stats.est_volume_mid", "stats.est_volume_high", "stats.unique_tickers", "stats.late_count", "stats.late_rate_pct", "stats.late_judged_count", "stats.avg_delay_days", "stats.committee_trade_count", "stats.committee_judged_count", "top_tickers", "top_tickers.ticker", "top_tickers.count", "top_tickers.est_value_mid", "trades", "trades.items", "trades.items.id", "trades.items.filing_date", "trades.items.trade_date", "trades.items.politician_name", "trades.items.politician_id", "trades.items.party", "trades.items.chamber", "trades.items.state", "trades.items.district", "trades.items.ticker", "trades.items.asset_name", "trades.items.asset_type", "trades.items.trade_type", "trades.items.owner", "trades.items.amount_range", "trades.items.amount_low", "trades.items.amount_high", "trades.items.amount_mid", "trades.items.delay_days", "trades.items.is_late", "trades.items.sector", "trades.items.industry", "trades.items.is_committee_trade", "trades.items.committee_matches", "trades.items.committee_matches.code", "trades.items.committee_matches.name", "trades.items.committee_matches.basis", "trades.items.committee_data", "trades.items.comment", "trades.items.source_url", "trades.items.is_amendment", "trades.items.date_quality", "trades.items.security_class", "trades.items.last_modified", "trades.items.ticker_as_filed", "trades.items.ticker_source", "trades.items.original_filing_date", "trades.items.first_filing_date", "trades.items.counted_from", "trades.items.account", "trades.items.notification_date", "trades.items.cap_gains_over_200", "trades.items.is_late_statutory", "trades.items.superseded_by", "trades.items.outcomes", "trades.items.outcomes.status", "trades.items.outcomes.reason", "trades.items.outcomes.entry_date", "trades.items.outcomes.entry_price", "trades.items.outcomes.entry_price_adjusted", "trades.items.outcomes.return_7d_pct", "trades.items.outcomes.spy_return_7d_pct", "trades.items.outcomes.alpha_7d_pct", "trades.items.outcomes.trade_date_return_7d_pct", "trades.items.outcomes.trade_date_spy_return_7d_pct", "trades.items.outcomes.trade_date_alpha_7d_pct", "trades.items.outcomes.return_30d_pct", "trades.items.outcomes.spy_return_30d_pct", "trades.items.outcomes.alpha_30d_pct", "trades.items.outcomes.trade_date_return_30d_pct", "trades.items.outcomes.trade_date_spy_return_30d_pct", "trades.items.outcomes.trade_date_alpha_30d_pct", "trades.items.outcomes.return_90d_pct", "trades.items.outcomes.spy_return_90d_pct", "trades.items.outcomes.alpha_90d_pct", "trades.items.outcomes.trade_date_return_90d_pct", "trades.items.outcomes.trade_date_spy_return_90d_pct", "trades.items.outcomes.trade_date_alpha_90d_pct", "trades.items.outcomes.return_180d_pct", "trades.items.outcomes.spy_return_180d_pct", "trades.items.outcomes.alpha_180d_pct", "trades.items.outcomes.trade_date_return_180d_pct", "trades.items.outcomes.trade_date_spy_return_180d_pct", "trades.items.outcomes.trade_date_alpha_180d_pct", "trades.items.outcomes.return_365d_pct", "trades.items.outcomes.spy_return_365d_pct", "trades.items.outcomes.alpha_365d_pct", "trades.items.outcomes.trade_date_return_365d_pct", "trades.items.outcomes.trade_date_spy_return_365d_pct", "trades.items.outcomes.trade_date_alpha_365d_pct", "trades.pagination", "trades.pagination.page", "trades.pagination.pageSize", "trades.pagination.total", "trades.pagination.totalPages", "trades.pagination.next"]

SignalPerformanceField = Literal["suspect_count", "groups", "groups.signal_version", "groups.signal_tier", "groups.signal_direction", "groups.trades", "groups.suspect_count", "groups.periods", "groups.periods.days", "groups.periods.resolved_trades", "groups.periods.compared_trades", "groups.periods.hits", "groups.periods.hit_rate_pct", "groups.periods.hit_rate_low_pct", "groups.periods.hit_rate_high_pct", "groups.periods.beat_spy_rate_pct", "groups.periods.avg_return_pct", "groups.periods.avg_alpha_pct", "groups.periods.avg_alpha_low_pct", "groups.periods.avg_alpha_high_pct", "groups.periods.sample_sufficient"]

TrackRecordField = Literal["cik", "name", "benchmark", "periods", "periods.days", "periods.resolved_trades", "periods.compared_trades", "periods.wins", "periods.win_rate_pct", "periods.win_rate_low_pct", "periods.win_rate_high_pct", "periods.beat_spy_rate_pct", "periods.avg_return_pct", "periods.median_return_pct", "periods.avg_alpha_pct", "periods.best", "periods.best.trade_id", "periods.best.ticker", "periods.best.return_pct", "periods.worst", "periods.worst.trade_id", "periods.worst.ticker", "periods.worst.return_pct", "periods.sample_sufficient"]

InsiderTradeField = Literal["id", "filing_date", "trade_date", "ticker", "company_name", "company_cik", "insider_name", "insider_cik", "title", "title_as_filed", "trade_type", "shares", "price", "value", "sector", "industry", "signal_score", "signal_tier", "signal_direction", "ticker_as_filed", "accession_number", "form_type", "source_url", "security_title", "security_class", "acquired_disposed", "is_derivative", "is_10b5_1", "is_10b5_1_source", "is_amendment", "superseded_by", "amendment_status", "not_restated", "shares_owned_after", "delta_own_pct", "ownership", "is_director", "is_officer", "is_ten_percent_owner", "joint_insiders", "joint_insiders.cik", "joint_insiders.name", "exercise_price", "exercisable_date", "expiration_date", "underlying_title", "underlying_shares", "exercise_pair_id", "exercise_and_sale", "filing_delay_days", "first_filing_date", "counted_from", "price_quality", "price_quality_reason", "price_reason", "same_block_as", "first_buy", "cluster_id", "date_quality", "filed_direction_conflict", "signal_factors", "signal_factors.factor", "signal_factors.points", "signal_version", "last_modified", "footnotes", "footnotes.id", "footnotes.text", "nature_of_ownership", "remarks", "accepted_at", "outcomes", "outcomes.status", "outcomes.reason", "outcomes.entry_date", "outcomes.entry_price", "outcomes.entry_price_adjusted", "outcomes.return_7d_pct", "outcomes.spy_return_7d_pct", "outcomes.alpha_7d_pct", "outcomes.trade_date_return_7d_pct", "outcomes.trade_date_spy_return_7d_pct", "outcomes.trade_date_alpha_7d_pct", "outcomes.return_30d_pct", "outcomes.spy_return_30d_pct", "outcomes.alpha_30d_pct", "outcomes.trade_date_return_30d_pct", "outcomes.trade_date_spy_return_30d_pct", "outcomes.trade_date_alpha_30d_pct", "outcomes.return_90d_pct", "outcomes.spy_return_90d_pct", "outcomes.alpha_90d_pct", "outcomes.trade_date_return_90d_pct", "outcomes.trade_date_spy_return_90d_pct", "outcomes.trade_date_alpha_90d_pct", "outcomes.return_180d_pct", "outcomes.spy_return_180d_pct", "outcomes.alpha_180d_pct", "outcomes.trade_date_return_180d_pct", "outcomes.trade_date_spy_return_180d_pct", "outcomes.trade_date_alpha_180d_pct", "outcomes.return_365d_pct", "outcomes.spy_return_365d_pct", "outcomes.alpha_365d_pct", "outcomes.trade_date_return_365d_pct", "outcomes.trade_date_spy_return_365d_pct", "outcomes.trade_date_alpha_365d_pct"]

UsageField = Literal["plan", "minute", "minute.limit", "minute.remaining", "minute.reset_at", "day", "day.limit", "day.remaining", "day.reset_at", "month", "month.limit", "month.remaining", "month.reset_at", "file_bytes", "file_bytes.limit", "file_bytes.used", "file_bytes.remaining", "file_bytes.reset_at", "requests", "requests.date", "requests.route", "requests.status", "requests.requests"]

VocabularyField = Literal["parameters", "parameters.endpoint", "parameters.parameter", "parameters.words", "parameters.words.word", "parameters.words.meaning", "parameters.words.row_count"]

ClusterField = Literal["id", "ticker", "company_name", "company_cik", "sector", "industry", "trade_type", "cluster_size", "trade_count", "suspect_count", "total_value", "total_shares", "avg_price", "start_date", "end_date", "latest_filing_date", "max_signal_score", "insiders", "insiders.cik", "insiders.name", "insiders.title", "insiders.value", "insiders.trade_date", "trade_ids"]

CommitteeField = Literal["code", "name", "chamber", "type", "parent_code", "url", "members", "members.bioguide_id", "members.name", "members.party", "members.state", "members.side", "members.rank", "members.seniority", "members.title"]

CompanyEntryField = Literal["cik", "company_name", "ticker", "exchange", "sector", "industry", "sic_code", "last_filing_date", "windows", "windows.days", "windows.end_date", "windows.insiders", "windows.insiders.buy_count", "windows.insiders.sell_count", "windows.insiders.buy_value", "windows.insiders.sell_value", "windows.insiders.net_value", "windows.insiders.distinct_buyers", "windows.insiders.distinct_sellers", "windows.insiders.suspect_count", "windows.members", "windows.members.purchase_count", "windows.members.sale_count", "windows.members.amount_low", "windows.members.amount_high"]

HoldingPositionField = Literal["insider_cik", "insider_name", "company_cik", "company_name", "ticker", "security_title", "security_class", "is_derivative", "exercise_price", "expiration_date", "ownership", "vehicle", "nature_of_ownership", "shares", "value", "stated_date", "filing_date", "form_type", "accession_number", "source_url", "parts", "entry_count", "gap_count", "ledger", "ledger.date", "ledger.filing_date", "ledger.form_type", "ledger.accession_number", "ledger.trade_id", "ledger.trade_type", "ledger.acquired_disposed", "ledger.shares", "ledger.shares_owned_after", "ledger.expected", "ledger.gap", "ledger.cause", "ledger.split_ratio"]

ExportFileField = Literal["name", "path", "url", "list", "month", "format", "rows", "bytes", "sha256", "data_version", "as_of", "published_at"]

InsiderEntryField = Literal["cik", "name", "total_value", "stats", "stats.total_trades", "stats.buy_count", "stats.sell_count", "stats.total_buy_value", "stats.total_sell_value", "stats.net_value", "stats.avg_trade_value", "stats.suspect_count", "stats.unique_tickers", "stats.first_trade_date", "stats.last_trade_date", "track_record_90d", "track_record_90d.days", "track_record_90d.resolved_trades", "track_record_90d.compared_trades", "track_record_90d.wins", "track_record_90d.win_rate_pct", "track_record_90d.win_rate_low_pct", "track_record_90d.win_rate_high_pct", "track_record_90d.beat_spy_rate_pct", "track_record_90d.avg_return_pct", "track_record_90d.median_return_pct", "track_record_90d.avg_alpha_pct", "track_record_90d.best", "track_record_90d.best.trade_id", "track_record_90d.best.ticker", "track_record_90d.best.return_pct", "track_record_90d.worst", "track_record_90d.worst.trade_id", "track_record_90d.worst.ticker", "track_record_90d.worst.return_pct", "track_record_90d.sample_sufficient"]

LateFilingField = Literal["id", "filing_date", "trade_date", "politician_name", "politician_id", "party", "chamber", "state", "district", "ticker", "asset_name", "asset_type", "trade_type", "owner", "amount_range", "amount_low", "amount_high", "amount_mid", "delay_days", "is_late", "sector", "industry", "is_committee_trade", "committee_matches", "committee_matches.code", "committee_matches.name", "committee_matches.basis", "committee_data", "comment", "source_url", "is_amendment", "date_quality", "security_class", "last_modified", "ticker_as_filed", "ticker_source", "original_filing_date", "first_filing_date", "counted_from", "account", "notification_date", "cap_gains_over_200", "is_late_statutory", "superseded_by", "deadline_date", "days_late"]

MemberHoldingField = Literal["asset_name", "ticker", "company_cik", "asset_type", "security_class", "owner", "account", "position", "unknown_reason", "trade_count", "last_trade_id", "first_trade_date", "last_trade_date", "last_purchase_date", "last_sale_date", "counted_after", "purchase_count", "sale_count", "purchased_low", "purchased_high", "sold_low", "sold_high"]

PoliticianEntryField = Literal["bioguide_id", "name", "party", "chamber", "state", "district", "position", "in_office", "stats", "stats.total_trades", "stats.buy_count", "stats.sell_count", "stats.est_volume_low", "stats.est_volume_mid", "stats.est_volume_high", "stats.unique_tickers", "stats.late_count", "stats.late_rate_pct", "stats.late_judged_count", "stats.avg_delay_days", "stats.committee_trade_count", "stats.committee_judged_count", "performance_90d", "performance_90d.days", "performance_90d.resolved_trades", "performance_90d.compared_trades", "performance_90d.avg_return_pct", "performance_90d.avg_alpha_pct", "performance_90d.win_rate_pct", "performance_90d.win_rate_low_pct", "performance_90d.win_rate_high_pct", "performance_90d.beat_spy_rate_pct", "performance_90d.pnl_low", "performance_90d.pnl_mid", "performance_90d.pnl_high", "performance_90d.open_ended_trades", "performance_90d.sample_sufficient", "performance_90d.sales", "performance_90d.sales.resolved_trades", "performance_90d.sales.avoided_loss_mid"]

SummaryGroupField = Literal["company_cik", "company_name", "ticker", "sector", "month", "insiders", "insiders.buy_count", "insiders.sell_count", "insiders.buy_value", "insiders.sell_value", "insiders.net_value", "insiders.suspect_count", "members", "members.purchase_count", "members.sale_count", "members.amount_low", "members.amount_high"]

SymbolField = Literal["kind", "name", "ticker", "cik", "bioguide_id"]

class CompaniesCikOrTickerQuery(TypedDict):
    cikOrTicker: str | int
    asOf: NotRequired[str | date | None]

CoverageQuery = TypedDict("CoverageQuery", {"source": NotRequired[Literal["form345", "house", "senate", "legislators", "prices", "companies"] | None], "from": NotRequired[str | date | None], "to": NotRequired[str | date | None]})

class InsiderCikQuery(TypedDict):
    cik: str | int

class PoliticiansBioguideIdPerformanceQuery(TypedDict):
    bioguideId: str | int

class PoliticianTradesIdQuery(TypedDict):
    id: str | int
    include: NotRequired[Literal["outcomes"] | Sequence[Literal["outcomes"]] | None]

class PoliticiansBioguideIdQuery(TypedDict):
    bioguideId: str | int
    page: NotRequired[int | None]
    pageSize: NotRequired[int | None]
    dataVersion: NotRequired[str | int | None]

class SignalsPerformanceQuery(TypedDict):
    pass

class InsiderCikTrackRecordQuery(TypedDict):
    cik: str | int

class TradesIdQuery(TypedDict):
    id: str | int
    include: NotRequired[Literal["outcomes", "footnotes"] | Sequence[Literal["outcomes", "footnotes"]] | None]

class UsageQuery(TypedDict):
    pass

class VocabularyQuery(TypedDict):
    parameter: NotRequired[Literal["acquiredDisposed", "amendmentStatus", "chamber", "dateQuality", "formType", "format", "include", "industries", "order", "owner", "ownership", "party", "preset", "priceQuality", "role", "sectors", "securityClass", "signalDirection", "signalTier", "sort", "state", "tradeType", "tradeTypes", "window"] | None]

class ClustersQuery(TypedDict):
    minSize: NotRequired[int | None]
    tradeType: NotRequired[Literal["P", "S", "P - Purchase", "S - Sale", "Purchase", "Sale"] | None]
    ticker: NotRequired[str | int | Sequence[str | int] | None]
    sectors: NotRequired[Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | Sequence[Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str] | None]
    industries: NotRequired[str | int | Sequence[str | int] | None]
    sicCode: NotRequired[int | None]
    exchange: NotRequired[str | int | None]
    role: NotRequired[Literal["ceo", "cfo"] | Sequence[Literal["ceo", "cfo"]] | None]
    minValue: NotRequired[str | float | None]
    minTradeCount: NotRequired[int | None]
    minShares: NotRequired[str | float | None]
    avgPriceRanges: NotRequired[str | int | Sequence[str | int] | None]
    minSignalScore: NotRequired[int | None]
    filedFrom: NotRequired[str | date | None]
    filedTo: NotRequired[str | date | None]
    startedFrom: NotRequired[str | date | None]
    startedTo: NotRequired[str | date | None]
    sort: NotRequired[Literal["latestFilingDate", "startDate", "size", "value", "signalScore"] | None]
    order: NotRequired[Literal["desc", "asc"] | None]
    page: NotRequired[int | None]
    pageSize: NotRequired[int | None]
    dataVersion: NotRequired[str | int | None]

class CommitteesQuery(TypedDict):
    chamber: NotRequired[Literal["house", "senate", "joint", "House", "Senate", "Joint"] | None]
    code: NotRequired[str | int | None]
    q: NotRequired[str | int | None]
    sort: NotRequired[Literal["chamber", "name"] | None]
    order: NotRequired[Literal["desc", "asc"] | None]
    page: NotRequired[int | None]
    pageSize: NotRequired[int | None]
    dataVersion: NotRequired[str | int | None]

class CompaniesQuery(TypedDict):
    q: NotRequired[str | int | None]
    sectors: NotRequired[Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | Sequence[Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str] | None]
    industries: NotRequired[str | int | Sequence[str | int] | None]
    sicCode: NotRequired[int | None]
    exchange: NotRequired[str | int | None]
    sort: NotRequired[Literal["name", "lastFiling", "netValue", "buyValue", "sellValue", "distinctBuyers", "memberPurchases"] | None]
    order: NotRequired[Literal["desc", "asc"] | None]
    window: NotRequired[Literal["30", "90", "365", 30, 90, 365] | None]
    asOf: NotRequired[str | date | None]
    page: NotRequired[int | None]
    pageSize: NotRequired[int | None]
    dataVersion: NotRequired[str | int | None]

class CompaniesCikOrTickerHoldingsQuery(TypedDict):
    cikOrTicker: str | int
    sort: NotRequired[Literal["filingDate", "statedDate", "shares", "value", "ticker", "security", "insider"] | None]
    order: NotRequired[Literal["desc", "asc"] | None]
    page: NotRequired[int | None]
    pageSize: NotRequired[int | None]
    dataVersion: NotRequired[str | int | None]

class ExportsQuery(TypedDict):
    list: NotRequired[Literal["trades", "politician-trades", "clusters", "late-filings"] | None]
    fileFormat: NotRequired[Literal["parquet", "csv", "ndjson"] | None]
    month: NotRequired[str | int | None]
    sort: NotRequired[Literal["month", "name"] | None]
    order: NotRequired[Literal["desc", "asc"] | None]
    page: NotRequired[int | None]
    pageSize: NotRequired[int | None]

class InsiderCikHoldingsQuery(TypedDict):
    cik: str | int
    sort: NotRequired[Literal["filingDate", "statedDate", "shares", "value", "ticker", "security", "insider"] | None]
    order: NotRequired[Literal["desc", "asc"] | None]
    page: NotRequired[int | None]
    pageSize: NotRequired[int | None]
    dataVersion: NotRequired[str | int | None]

class InsidersQuery(TypedDict):
    q: NotRequired[str | int | None]
    companyCik: NotRequired[str | int | Sequence[str | int] | None]
    ticker: NotRequired[str | int | Sequence[str | int] | None]
    minResolved: NotRequired[int | None]
    sort: NotRequired[Literal["trades", "value", "winRateLow90", "alpha90", "name"] | None]
    order: NotRequired[Literal["desc", "asc"] | None]
    page: NotRequired[int | None]
    pageSize: NotRequired[int | None]
    dataVersion: NotRequired[str | int | None]

class LateFilingsQuery(TypedDict):
    minDelayDays: NotRequired[int | None]
    ticker: NotRequired[str | int | Sequence[str | int] | None]
    politicianId: NotRequired[str | int | Sequence[str | int] | None]
    party: NotRequired[Literal["D", "R", "I", "Democrat", "Democratic", "Republican", "Independent"] | Sequence[Literal["D", "R", "I", "Democrat", "Democratic", "Republican", "Independent"]] | None]
    chamber: NotRequired[Literal["house", "senate", "House", "Senate"] | None]
    tradeType: NotRequired[Literal["purchase", "sale", "exchange", "Sale (Full)", "Sale (Partial)", "buy", "sell", "Purchase", "Sale", "Exchange"] | None]
    minValue: NotRequired[str | float | None]
    days: NotRequired[int | None]
    filedFrom: NotRequired[str | date | None]
    filedTo: NotRequired[str | date | None]
    sort: NotRequired[Literal["delay", "filingDate", "value"] | None]
    order: NotRequired[Literal["desc", "asc"] | None]
    page: NotRequired[int | None]
    pageSize: NotRequired[int | None]
    dataVersion: NotRequired[str | int | None]

class PoliticiansBioguideIdHoldingsQuery(TypedDict):
    bioguideId: str | int
    position: NotRequired[Literal["held", "sold_in_full"] | None]
    sort: NotRequired[Literal["lastTradeDate", "assetName"] | None]
    order: NotRequired[Literal["desc", "asc"] | None]
    page: NotRequired[int | None]
    pageSize: NotRequired[int | None]
    dataVersion: NotRequired[str | int | None]

class PoliticianTradesQuery(TypedDict):
    ticker: NotRequired[str | int | Sequence[str | int] | None]
    politician: NotRequired[str | int | None]
    politicianId: NotRequired[str | int | Sequence[str | int] | None]
    party: NotRequired[Literal["D", "R", "I", "Democrat", "Democratic", "Republican", "Independent"] | Sequence[Literal["D", "R", "I", "Democrat", "Democratic", "Republican", "Independent"]] | None]
    chamber: NotRequired[Literal["house", "senate", "House", "Senate"] | None]
    assetName: NotRequired[str | int | None]
    tradeType: NotRequired[Literal["purchase", "sale", "exchange", "Sale (Full)", "Sale (Partial)", "buy", "sell", "Purchase", "Sale", "Exchange"] | None]
    minValue: NotRequired[str | float | None]
    maxValue: NotRequired[str | float | None]
    days: NotRequired[int | None]
    isLate: NotRequired[bool | None]
    isCommitteeTrade: NotRequired[bool | None]
    committee: NotRequired[str | int | None]
    owner: NotRequired[Literal["Self", "Spouse", "Joint", "Child"] | Sequence[Literal["Self", "Spouse", "Joint", "Child"]] | None]
    assetType: NotRequired[str | int | None]
    securityClass: NotRequired[Literal["common", "preferred", "option", "warrant", "unit", "debt", "fund", "crypto", "other"] | Sequence[Literal["common", "preferred", "option", "warrant", "unit", "debt", "fund", "crypto", "other"]] | None]
    state: NotRequired[Literal["AK", "AL", "AR", "AS", "AZ", "CA", "CO", "CT", "DC", "DE", "DK", "FL", "GA", "GU", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MP", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OL", "OR", "PA", "PI", "PR", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VI", "VT", "WA", "WI", "WV", "WY"] | Sequence[Literal["AK", "AL", "AR", "AS", "AZ", "CA", "CO", "CT", "DC", "DE", "DK", "FL", "GA", "GU", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MP", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OL", "OR", "PA", "PI", "PR", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VI", "VT", "WA", "WI", "WV", "WY"]] | None]
    district: NotRequired[int | None]
    capGainsOver200: NotRequired[bool | None]
    isAmendment: NotRequired[bool | None]
    sectors: NotRequired[Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | Sequence[Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str] | None]
    industries: NotRequired[str | int | Sequence[str | int] | None]
    dateQuality: NotRequired[Literal["ok", "transaction_after_disclosure", "future_transaction_date", "implausible_lag"] | Sequence[Literal["ok", "transaction_after_disclosure", "future_transaction_date", "implausible_lag"]] | None]
    minDelayDays: NotRequired[int | None]
    minReturn7d: NotRequired[str | float | None]
    maxReturn7d: NotRequired[str | float | None]
    minReturn30d: NotRequired[str | float | None]
    maxReturn30d: NotRequired[str | float | None]
    minReturn90d: NotRequired[str | float | None]
    maxReturn90d: NotRequired[str | float | None]
    minAlpha7d: NotRequired[str | float | None]
    maxAlpha7d: NotRequired[str | float | None]
    minAlpha30d: NotRequired[str | float | None]
    maxAlpha30d: NotRequired[str | float | None]
    minAlpha90d: NotRequired[str | float | None]
    maxAlpha90d: NotRequired[str | float | None]
    sort: NotRequired[Literal["filingDate", "tradeDate", "value", "delay", "return7d", "return30d", "return90d", "alpha7d", "alpha30d", "alpha90d"] | None]
    order: NotRequired[Literal["desc", "asc"] | None]
    include: NotRequired[Literal["outcomes"] | Sequence[Literal["outcomes"]] | None]
    filedFrom: NotRequired[str | date | None]
    filedTo: NotRequired[str | date | None]
    tradedFrom: NotRequired[str | date | None]
    tradedTo: NotRequired[str | date | None]
    updatedSince: NotRequired[str | datetime | None]
    page: NotRequired[int | None]
    pageSize: NotRequired[int | None]
    dataVersion: NotRequired[str | int | None]

class PoliticiansQuery(TypedDict):
    q: NotRequired[str | int | None]
    chamber: NotRequired[Literal["house", "senate", "House", "Senate"] | None]
    party: NotRequired[Literal["D", "R", "I", "Democrat", "Democratic", "Republican", "Independent"] | Sequence[Literal["D", "R", "I", "Democrat", "Democratic", "Republican", "Independent"]] | None]
    state: NotRequired[Literal["AK", "AL", "AR", "AS", "AZ", "CA", "CO", "CT", "DC", "DE", "DK", "FL", "GA", "GU", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MP", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OL", "OR", "PA", "PI", "PR", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VI", "VT", "WA", "WI", "WV", "WY"] | Sequence[Literal["AK", "AL", "AR", "AS", "AZ", "CA", "CO", "CT", "DC", "DE", "DK", "FL", "GA", "GU", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MP", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OL", "OR", "PA", "PI", "PR", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VI", "VT", "WA", "WI", "WV", "WY"]] | None]
    district: NotRequired[int | None]
    inOffice: NotRequired[bool | None]
    committee: NotRequired[str | int | None]
    sort: NotRequired[Literal["trades", "volume", "lateRate", "alpha90", "winRate90", "name"] | None]
    order: NotRequired[Literal["desc", "asc"] | None]
    page: NotRequired[int | None]
    pageSize: NotRequired[int | None]
    dataVersion: NotRequired[str | int | None]

class SummaryQuery(TypedDict):
    by: Literal["company", "sector", "month"] | Sequence[Literal["company", "sector", "month"]]
    filedFrom: NotRequired[str | date | None]
    filedTo: NotRequired[str | date | None]
    ticker: NotRequired[str | int | Sequence[str | int] | None]
    sectors: NotRequired[Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | Sequence[Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str] | None]
    sort: NotRequired[Literal["month", "buyValue", "sellValue", "netValue"] | None]
    order: NotRequired[Literal["desc", "asc"] | None]
    page: NotRequired[int | None]
    pageSize: NotRequired[int | None]
    dataVersion: NotRequired[str | int | None]

class SymbolsQuery(TypedDict):
    q: str | int
    sort: NotRequired[Literal["kind", "name", "ticker"] | None]
    order: NotRequired[Literal["desc", "asc"] | None]
    page: NotRequired[int | None]
    pageSize: NotRequired[int | None]
    dataVersion: NotRequired[str | int | None]

class TradesQuery(TypedDict):
    preset: NotRequired[Literal["significant", "first_buy", "ceo_cfo_buy", "cluster"] | None]
    ticker: NotRequired[str | int | Sequence[str | int] | None]
    valueRanges: NotRequired[str | int | Sequence[str | int] | None]
    priceRanges: NotRequired[str | int | Sequence[str | int] | None]
    sectors: NotRequired[Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str | Sequence[Literal["Consumer Goods", "Energy", "Finance", "Food and Agriculture", "Health", "Industrial and Business Services", "Materials", "Media and Telecom", "Other", "Real Estate", "Retail and Consumer Services", "Technology", "Transport", "Utilities"] | str] | None]
    industries: NotRequired[str | int | Sequence[str | int] | None]
    sicCode: NotRequired[int | None]
    exchange: NotRequired[str | int | None]
    tradeTypes: NotRequired[Literal["P - Purchase", "S - Sale", "A - Grant", "D - Sale to Issuer", "F - Tax", "G - Gift", "M - Option Exercise", "X - Option Exercise", "C - Conversion", "W - Inherited", "E - Expire Short", "H - Expire Long", "I - Discretionary", "J - Other", "K - Equity Swap", "L - Small Acquisition", "O - Option Exercise OTM", "U - Tender", "V - Voluntary", "Z - Voting Trust"] | str | Sequence[Literal["P - Purchase", "S - Sale", "A - Grant", "D - Sale to Issuer", "F - Tax", "G - Gift", "M - Option Exercise", "X - Option Exercise", "C - Conversion", "W - Inherited", "E - Expire Short", "H - Expire Long", "I - Discretionary", "J - Other", "K - Equity Swap", "L - Small Acquisition", "O - Option Exercise OTM", "U - Tender", "V - Voluntary", "Z - Voting Trust"] | str] | None]
    insiderName: NotRequired[str | int | None]
    insiderCik: NotRequired[str | int | Sequence[str | int] | None]
    companyCik: NotRequired[str | int | Sequence[str | int] | None]
    accessionNumber: NotRequired[str | int | None]
    minValue: NotRequired[str | float | None]
    maxValue: NotRequired[str | float | None]
    minShares: NotRequired[str | float | None]
    maxShares: NotRequired[str | float | None]
    minSharesOwnedAfter: NotRequired[str | float | None]
    maxSharesOwnedAfter: NotRequired[str | float | None]
    minDeltaOwnPct: NotRequired[str | float | None]
    maxDeltaOwnPct: NotRequired[str | float | None]
    minReturn7d: NotRequired[str | float | None]
    maxReturn7d: NotRequired[str | float | None]
    minReturn30d: NotRequired[str | float | None]
    maxReturn30d: NotRequired[str | float | None]
    minReturn90d: NotRequired[str | float | None]
    maxReturn90d: NotRequired[str | float | None]
    minAlpha7d: NotRequired[str | float | None]
    maxAlpha7d: NotRequired[str | float | None]
    minAlpha30d: NotRequired[str | float | None]
    maxAlpha30d: NotRequired[str | float | None]
    minAlpha90d: NotRequired[str | float | None]
    maxAlpha90d: NotRequired[str | float | None]
    role: NotRequired[Literal["director", "officer", "ceo", "cfo", "tenPercentOwner"] | Sequence[Literal["director", "officer", "ceo", "cfo", "tenPercentOwner"]] | None]
    title: NotRequired[str | int | None]
    signalTier: NotRequired[Literal["strong", "moderate", "weak", "noise"] | Sequence[Literal["strong", "moderate", "weak", "noise"]] | None]
    signalDirection: NotRequired[Literal["bullish", "bearish", "neutral"] | Sequence[Literal["bullish", "bearish", "neutral"]] | None]
    minSignalScore: NotRequired[int | None]
    is10b51: NotRequired[bool | None]
    formType: NotRequired[Literal["3", "4", "5", "3/A", "4/A", "5/A"] | Sequence[Literal["3", "4", "5", "3/A", "4/A", "5/A"]] | None]
    acquiredDisposed: NotRequired[Literal["A", "D"] | None]
    securityClass: NotRequired[Literal["common", "preferred", "option", "warrant", "unit", "debt", "fund", "crypto", "other"] | Sequence[Literal["common", "preferred", "option", "warrant", "unit", "debt", "fund", "crypto", "other"]] | None]
    ownership: NotRequired[Literal["direct", "indirect"] | None]
    priceQuality: NotRequired[Literal["ok", "suspect"] | Sequence[Literal["ok", "suspect"]] | None]
    amendmentStatus: NotRequired[Literal["restates", "adds", "undecided"] | Sequence[Literal["restates", "adds", "undecided"]] | None]
    dateQuality: NotRequired[Literal["ok", "transaction_after_filing", "implausible_lag"] | Sequence[Literal["ok", "transaction_after_filing", "implausible_lag"]] | None]
    minDelayDays: NotRequired[int | None]
    q: NotRequired[str | int | None]
    sort: NotRequired[Literal["filingDate", "tradeDate", "value", "signalScore", "delay", "exercisePrice", "underlyingShares", "return7d", "return30d", "return90d", "alpha7d", "alpha30d", "alpha90d"] | None]
    order: NotRequired[Literal["desc", "asc"] | None]
    include: NotRequired[Literal["outcomes", "footnotes"] | Sequence[Literal["outcomes", "footnotes"]] | None]
    includeDerivative: NotRequired[bool | None]
    days: NotRequired[int | None]
    filedFrom: NotRequired[str | date | None]
    filedTo: NotRequired[str | date | None]
    tradedFrom: NotRequired[str | date | None]
    tradedTo: NotRequired[str | date | None]
    updatedSince: NotRequired[str | datetime | None]
    page: NotRequired[int | None]
    pageSize: NotRequired[int | None]
    dataVersion: NotRequired[str | int | None]

class Client:
    last_headers: Message
    def __init__(
        self,
        api_key: str | None = ...,
        url: str | None = ...,
        *,
        attempts: int = ...,
        max_wait: float = ...,
        cached_responses: int = ...,
        timeout: float = ...,
    ) -> None: ...
    @overload
    def get(self, path: Literal["/companies/{cikOrTicker}"], *, fields: CompanyProfileField | Sequence[CompanyProfileField], **parameters: Unpack[CompaniesCikOrTickerQuery]) -> Response[PartialCompanyProfile]: ...
    @overload
    def get(self, path: Literal["/companies/{cikOrTicker}"], **parameters: Unpack[CompaniesCikOrTickerQuery]) -> Response[CompanyProfile]: ...
    @overload
    def get(self, path: Literal["/coverage"], *, fields: CoverageField | Sequence[CoverageField], **parameters: Unpack[CoverageQuery]) -> Response[PartialCoverage]: ...
    @overload
    def get(self, path: Literal["/coverage"], **parameters: Unpack[CoverageQuery]) -> Response[Coverage]: ...
    @overload
    def get(self, path: Literal["/insider/{cik}"], *, fields: InsiderProfileField | Sequence[InsiderProfileField], **parameters: Unpack[InsiderCikQuery]) -> Response[PartialInsiderProfile]: ...
    @overload
    def get(self, path: Literal["/insider/{cik}"], **parameters: Unpack[InsiderCikQuery]) -> Response[InsiderProfile]: ...
    @overload
    def get(self, path: Literal["/politicians/{bioguideId}/performance"], *, fields: PoliticianPerformanceField | Sequence[PoliticianPerformanceField], **parameters: Unpack[PoliticiansBioguideIdPerformanceQuery]) -> Response[PartialPoliticianPerformance]: ...
    @overload
    def get(self, path: Literal["/politicians/{bioguideId}/performance"], **parameters: Unpack[PoliticiansBioguideIdPerformanceQuery]) -> Response[PoliticianPerformance]: ...
    @overload
    def get(self, path: Literal["/politician-trades/{id}"], *, fields: PoliticianTradeField | Sequence[PoliticianTradeField], **parameters: Unpack[PoliticianTradesIdQuery]) -> Response[PartialPoliticianTrade]: ...
    @overload
    def get(self, path: Literal["/politician-trades/{id}"], **parameters: Unpack[PoliticianTradesIdQuery]) -> Response[PoliticianTrade]: ...
    @overload
    def get(self, path: Literal["/politicians/{bioguideId}"], *, fields: PoliticianProfileField | Sequence[PoliticianProfileField], **parameters: Unpack[PoliticiansBioguideIdQuery]) -> Response[PartialPoliticianProfile]: ...
    @overload
    def get(self, path: Literal["/politicians/{bioguideId}"], **parameters: Unpack[PoliticiansBioguideIdQuery]) -> Response[PoliticianProfile]: ...
    @overload
    def get(self, path: Literal["/signals/performance"], *, fields: SignalPerformanceField | Sequence[SignalPerformanceField], **parameters: Unpack[SignalsPerformanceQuery]) -> Response[PartialSignalPerformance]: ...
    @overload
    def get(self, path: Literal["/signals/performance"], **parameters: Unpack[SignalsPerformanceQuery]) -> Response[SignalPerformance]: ...
    @overload
    def get(self, path: Literal["/insider/{cik}/track-record"], *, fields: TrackRecordField | Sequence[TrackRecordField], **parameters: Unpack[InsiderCikTrackRecordQuery]) -> Response[PartialTrackRecord]: ...
    @overload
    def get(self, path: Literal["/insider/{cik}/track-record"], **parameters: Unpack[InsiderCikTrackRecordQuery]) -> Response[TrackRecord]: ...
    @overload
    def get(self, path: Literal["/trades/{id}"], *, fields: InsiderTradeField | Sequence[InsiderTradeField], **parameters: Unpack[TradesIdQuery]) -> Response[PartialInsiderTrade]: ...
    @overload
    def get(self, path: Literal["/trades/{id}"], **parameters: Unpack[TradesIdQuery]) -> Response[InsiderTrade]: ...
    @overload
    def get(self, path: Literal["/usage"], *, fields: UsageField | Sequence[UsageField], **parameters: Unpack[UsageQuery]) -> Response[PartialUsage]: ...
    @overload
    def get(self, path: Literal["/usage"], **parameters: Unpack[UsageQuery]) -> Response[Usage]: ...
    @overload
    def get(self, path: Literal["/vocabulary"], *, fields: VocabularyField | Sequence[VocabularyField], **parameters: Unpack[VocabularyQuery]) -> Response[PartialVocabulary]: ...
    @overload
    def get(self, path: Literal["/vocabulary"], **parameters: Unpack[VocabularyQuery]) -> Response[Vocabulary]: ...
    @overload
    def get(self, path: Literal["/clusters"], *, fields: ClusterField | Sequence[ClusterField], **parameters: Unpack[ClustersQuery]) -> ListResponse[PartialCluster]: ...
    @overload
    def get(self, path: Literal["/clusters"], **parameters: Unpack[ClustersQuery]) -> ListResponse[Cluster]: ...
    @overload
    def get(self, path: Literal["/committees"], *, fields: CommitteeField | Sequence[CommitteeField], **parameters: Unpack[CommitteesQuery]) -> ListResponse[PartialCommittee]: ...
    @overload
    def get(self, path: Literal["/committees"], **parameters: Unpack[CommitteesQuery]) -> ListResponse[Committee]: ...
    @overload
    def get(self, path: Literal["/companies"], *, fields: CompanyEntryField | Sequence[CompanyEntryField], **parameters: Unpack[CompaniesQuery]) -> ListResponse[PartialCompanyEntry]: ...
    @overload
    def get(self, path: Literal["/companies"], **parameters: Unpack[CompaniesQuery]) -> ListResponse[CompanyEntry]: ...
    @overload
    def get(self, path: Literal["/companies/{cikOrTicker}/holdings"], *, fields: HoldingPositionField | Sequence[HoldingPositionField], **parameters: Unpack[CompaniesCikOrTickerHoldingsQuery]) -> ListResponse[PartialHoldingPosition]: ...
    @overload
    def get(self, path: Literal["/companies/{cikOrTicker}/holdings"], **parameters: Unpack[CompaniesCikOrTickerHoldingsQuery]) -> ListResponse[HoldingPosition]: ...
    @overload
    def get(self, path: Literal["/exports"], *, fields: ExportFileField | Sequence[ExportFileField], **parameters: Unpack[ExportsQuery]) -> ListResponse[PartialExportFile]: ...
    @overload
    def get(self, path: Literal["/exports"], **parameters: Unpack[ExportsQuery]) -> ListResponse[ExportFile]: ...
    @overload
    def get(self, path: Literal["/insider/{cik}/holdings"], *, fields: HoldingPositionField | Sequence[HoldingPositionField], **parameters: Unpack[InsiderCikHoldingsQuery]) -> ListResponse[PartialHoldingPosition]: ...
    @overload
    def get(self, path: Literal["/insider/{cik}/holdings"], **parameters: Unpack[InsiderCikHoldingsQuery]) -> ListResponse[HoldingPosition]: ...
    @overload
    def get(self, path: Literal["/insiders"], *, fields: InsiderEntryField | Sequence[InsiderEntryField], **parameters: Unpack[InsidersQuery]) -> ListResponse[PartialInsiderEntry]: ...
    @overload
    def get(self, path: Literal["/insiders"], **parameters: Unpack[InsidersQuery]) -> ListResponse[InsiderEntry]: ...
    @overload
    def get(self, path: Literal["/late-filings"], *, fields: LateFilingField | Sequence[LateFilingField], **parameters: Unpack[LateFilingsQuery]) -> ListResponse[PartialLateFiling]: ...
    @overload
    def get(self, path: Literal["/late-filings"], **parameters: Unpack[LateFilingsQuery]) -> ListResponse[LateFiling]: ...
    @overload
    def get(self, path: Literal["/politicians/{bioguideId}/holdings"], *, fields: MemberHoldingField | Sequence[MemberHoldingField], **parameters: Unpack[PoliticiansBioguideIdHoldingsQuery]) -> ListResponse[PartialMemberHolding]: ...
    @overload
    def get(self, path: Literal["/politicians/{bioguideId}/holdings"], **parameters: Unpack[PoliticiansBioguideIdHoldingsQuery]) -> ListResponse[MemberHolding]: ...
    @overload
    def get(self, path: Literal["/politician-trades"], *, fields: PoliticianTradeField | Sequence[PoliticianTradeField], **parameters: Unpack[PoliticianTradesQuery]) -> ListResponse[PartialPoliticianTrade]: ...
    @overload
    def get(self, path: Literal["/politician-trades"], **parameters: Unpack[PoliticianTradesQuery]) -> ListResponse[PoliticianTrade]: ...
    @overload
    def get(self, path: Literal["/politicians"], *, fields: PoliticianEntryField | Sequence[PoliticianEntryField], **parameters: Unpack[PoliticiansQuery]) -> ListResponse[PartialPoliticianEntry]: ...
    @overload
    def get(self, path: Literal["/politicians"], **parameters: Unpack[PoliticiansQuery]) -> ListResponse[PoliticianEntry]: ...
    @overload
    def get(self, path: Literal["/summary"], *, fields: SummaryGroupField | Sequence[SummaryGroupField], **parameters: Unpack[SummaryQuery]) -> ListResponse[PartialSummaryGroup]: ...
    @overload
    def get(self, path: Literal["/summary"], **parameters: Unpack[SummaryQuery]) -> ListResponse[SummaryGroup]: ...
    @overload
    def get(self, path: Literal["/symbols"], *, fields: SymbolField | Sequence[SymbolField], **parameters: Unpack[SymbolsQuery]) -> ListResponse[PartialSymbol]: ...
    @overload
    def get(self, path: Literal["/symbols"], **parameters: Unpack[SymbolsQuery]) -> ListResponse[Symbol]: ...
    @overload
    def get(self, path: Literal["/trades"], *, fields: InsiderTradeField | Sequence[InsiderTradeField], **parameters: Unpack[TradesQuery]) -> ListResponse[PartialInsiderTrade]: ...
    @overload
    def get(self, path: Literal["/trades"], **parameters: Unpack[TradesQuery]) -> ListResponse[InsiderTrade]: ...
    @overload
    def pages(self, path: Literal["/clusters"], *, fields: ClusterField | Sequence[ClusterField], **parameters: Unpack[ClustersQuery]) -> Iterator[ListResponse[PartialCluster]]: ...
    @overload
    def pages(self, path: Literal["/clusters"], **parameters: Unpack[ClustersQuery]) -> Iterator[ListResponse[Cluster]]: ...
    @overload
    def pages(self, path: Literal["/committees"], *, fields: CommitteeField | Sequence[CommitteeField], **parameters: Unpack[CommitteesQuery]) -> Iterator[ListResponse[PartialCommittee]]: ...
    @overload
    def pages(self, path: Literal["/committees"], **parameters: Unpack[CommitteesQuery]) -> Iterator[ListResponse[Committee]]: ...
    @overload
    def pages(self, path: Literal["/companies"], *, fields: CompanyEntryField | Sequence[CompanyEntryField], **parameters: Unpack[CompaniesQuery]) -> Iterator[ListResponse[PartialCompanyEntry]]: ...
    @overload
    def pages(self, path: Literal["/companies"], **parameters: Unpack[CompaniesQuery]) -> Iterator[ListResponse[CompanyEntry]]: ...
    @overload
    def pages(self, path: Literal["/companies/{cikOrTicker}/holdings"], *, fields: HoldingPositionField | Sequence[HoldingPositionField], **parameters: Unpack[CompaniesCikOrTickerHoldingsQuery]) -> Iterator[ListResponse[PartialHoldingPosition]]: ...
    @overload
    def pages(self, path: Literal["/companies/{cikOrTicker}/holdings"], **parameters: Unpack[CompaniesCikOrTickerHoldingsQuery]) -> Iterator[ListResponse[HoldingPosition]]: ...
    @overload
    def pages(self, path: Literal["/exports"], *, fields: ExportFileField | Sequence[ExportFileField], **parameters: Unpack[ExportsQuery]) -> Iterator[ListResponse[PartialExportFile]]: ...
    @overload
    def pages(self, path: Literal["/exports"], **parameters: Unpack[ExportsQuery]) -> Iterator[ListResponse[ExportFile]]: ...
    @overload
    def pages(self, path: Literal["/insider/{cik}/holdings"], *, fields: HoldingPositionField | Sequence[HoldingPositionField], **parameters: Unpack[InsiderCikHoldingsQuery]) -> Iterator[ListResponse[PartialHoldingPosition]]: ...
    @overload
    def pages(self, path: Literal["/insider/{cik}/holdings"], **parameters: Unpack[InsiderCikHoldingsQuery]) -> Iterator[ListResponse[HoldingPosition]]: ...
    @overload
    def pages(self, path: Literal["/insiders"], *, fields: InsiderEntryField | Sequence[InsiderEntryField], **parameters: Unpack[InsidersQuery]) -> Iterator[ListResponse[PartialInsiderEntry]]: ...
    @overload
    def pages(self, path: Literal["/insiders"], **parameters: Unpack[InsidersQuery]) -> Iterator[ListResponse[InsiderEntry]]: ...
    @overload
    def pages(self, path: Literal["/late-filings"], *, fields: LateFilingField | Sequence[LateFilingField], **parameters: Unpack[LateFilingsQuery]) -> Iterator[ListResponse[PartialLateFiling]]: ...
    @overload
    def pages(self, path: Literal["/late-filings"], **parameters: Unpack[LateFilingsQuery]) -> Iterator[ListResponse[LateFiling]]: ...
    @overload
    def pages(self, path: Literal["/politicians/{bioguideId}/holdings"], *, fields: MemberHoldingField | Sequence[MemberHoldingField], **parameters: Unpack[PoliticiansBioguideIdHoldingsQuery]) -> Iterator[ListResponse[PartialMemberHolding]]: ...
    @overload
    def pages(self, path: Literal["/politicians/{bioguideId}/holdings"], **parameters: Unpack[PoliticiansBioguideIdHoldingsQuery]) -> Iterator[ListResponse[MemberHolding]]: ...
    @overload
    def pages(self, path: Literal["/politician-trades"], *, fields: PoliticianTradeField | Sequence[PoliticianTradeField], **parameters: Unpack[PoliticianTradesQuery]) -> Iterator[ListResponse[PartialPoliticianTrade]]: ...
    @overload
    def pages(self, path: Literal["/politician-trades"], **parameters: Unpack[PoliticianTradesQuery]) -> Iterator[ListResponse[PoliticianTrade]]: ...
    @overload
    def pages(self, path: Literal["/politicians"], *, fields: PoliticianEntryField | Sequence[PoliticianEntryField], **parameters: Unpack[PoliticiansQuery]) -> Iterator[ListResponse[PartialPoliticianEntry]]: ...
    @overload
    def pages(self, path: Literal["/politicians"], **parameters: Unpack[PoliticiansQuery]) -> Iterator[ListResponse[PoliticianEntry]]: ...
    @overload
    def pages(self, path: Literal["/summary"], *, fields: SummaryGroupField | Sequence[SummaryGroupField], **parameters: Unpack[SummaryQuery]) -> Iterator[ListResponse[PartialSummaryGroup]]: ...
    @overload
    def pages(self, path: Literal["/summary"], **parameters: Unpack[SummaryQuery]) -> Iterator[ListResponse[SummaryGroup]]: ...
    @overload
    def pages(self, path: Literal["/symbols"], *, fields: SymbolField | Sequence[SymbolField], **parameters: Unpack[SymbolsQuery]) -> Iterator[ListResponse[PartialSymbol]]: ...
    @overload
    def pages(self, path: Literal["/symbols"], **parameters: Unpack[SymbolsQuery]) -> Iterator[ListResponse[Symbol]]: ...
    @overload
    def pages(self, path: Literal["/trades"], *, fields: InsiderTradeField | Sequence[InsiderTradeField], **parameters: Unpack[TradesQuery]) -> Iterator[ListResponse[PartialInsiderTrade]]: ...
    @overload
    def pages(self, path: Literal["/trades"], **parameters: Unpack[TradesQuery]) -> Iterator[ListResponse[InsiderTrade]]: ...
    @overload
    def rows(self, path: Literal["/clusters"], *, fields: ClusterField | Sequence[ClusterField], **parameters: Unpack[ClustersQuery]) -> Iterator[PartialCluster]: ...
    @overload
    def rows(self, path: Literal["/clusters"], **parameters: Unpack[ClustersQuery]) -> Iterator[Cluster]: ...
    @overload
    def rows(self, path: Literal["/committees"], *, fields: CommitteeField | Sequence[CommitteeField], **parameters: Unpack[CommitteesQuery]) -> Iterator[PartialCommittee]: ...
    @overload
    def rows(self, path: Literal["/committees"], **parameters: Unpack[CommitteesQuery]) -> Iterator[Committee]: ...
    @overload
    def rows(self, path: Literal["/companies"], *, fields: CompanyEntryField | Sequence[CompanyEntryField], **parameters: Unpack[CompaniesQuery]) -> Iterator[PartialCompanyEntry]: ...
    @overload
    def rows(self, path: Literal["/companies"], **parameters: Unpack[CompaniesQuery]) -> Iterator[CompanyEntry]: ...
    @overload
    def rows(self, path: Literal["/companies/{cikOrTicker}/holdings"], *, fields: HoldingPositionField | Sequence[HoldingPositionField], **parameters: Unpack[CompaniesCikOrTickerHoldingsQuery]) -> Iterator[PartialHoldingPosition]: ...
    @overload
    def rows(self, path: Literal["/companies/{cikOrTicker}/holdings"], **parameters: Unpack[CompaniesCikOrTickerHoldingsQuery]) -> Iterator[HoldingPosition]: ...
    @overload
    def rows(self, path: Literal["/exports"], *, fields: ExportFileField | Sequence[ExportFileField], **parameters: Unpack[ExportsQuery]) -> Iterator[PartialExportFile]: ...
    @overload
    def rows(self, path: Literal["/exports"], **parameters: Unpack[ExportsQuery]) -> Iterator[ExportFile]: ...
    @overload
    def rows(self, path: Literal["/insider/{cik}/holdings"], *, fields: HoldingPositionField | Sequence[HoldingPositionField], **parameters: Unpack[InsiderCikHoldingsQuery]) -> Iterator[PartialHoldingPosition]: ...
    @overload
    def rows(self, path: Literal["/insider/{cik}/holdings"], **parameters: Unpack[InsiderCikHoldingsQuery]) -> Iterator[HoldingPosition]: ...
    @overload
    def rows(self, path: Literal["/insiders"], *, fields: InsiderEntryField | Sequence[InsiderEntryField], **parameters: Unpack[InsidersQuery]) -> Iterator[PartialInsiderEntry]: ...
    @overload
    def rows(self, path: Literal["/insiders"], **parameters: Unpack[InsidersQuery]) -> Iterator[InsiderEntry]: ...
    @overload
    def rows(self, path: Literal["/late-filings"], *, fields: LateFilingField | Sequence[LateFilingField], **parameters: Unpack[LateFilingsQuery]) -> Iterator[PartialLateFiling]: ...
    @overload
    def rows(self, path: Literal["/late-filings"], **parameters: Unpack[LateFilingsQuery]) -> Iterator[LateFiling]: ...
    @overload
    def rows(self, path: Literal["/politicians/{bioguideId}/holdings"], *, fields: MemberHoldingField | Sequence[MemberHoldingField], **parameters: Unpack[PoliticiansBioguideIdHoldingsQuery]) -> Iterator[PartialMemberHolding]: ...
    @overload
    def rows(self, path: Literal["/politicians/{bioguideId}/holdings"], **parameters: Unpack[PoliticiansBioguideIdHoldingsQuery]) -> Iterator[MemberHolding]: ...
    @overload
    def rows(self, path: Literal["/politician-trades"], *, fields: PoliticianTradeField | Sequence[PoliticianTradeField], **parameters: Unpack[PoliticianTradesQuery]) -> Iterator[PartialPoliticianTrade]: ...
    @overload
    def rows(self, path: Literal["/politician-trades"], **parameters: Unpack[PoliticianTradesQuery]) -> Iterator[PoliticianTrade]: ...
    @overload
    def rows(self, path: Literal["/politicians"], *, fields: PoliticianEntryField | Sequence[PoliticianEntryField], **parameters: Unpack[PoliticiansQuery]) -> Iterator[PartialPoliticianEntry]: ...
    @overload
    def rows(self, path: Literal["/politicians"], **parameters: Unpack[PoliticiansQuery]) -> Iterator[PoliticianEntry]: ...
    @overload
    def rows(self, path: Literal["/summary"], *, fields: SummaryGroupField | Sequence[SummaryGroupField], **parameters: Unpack[SummaryQuery]) -> Iterator[PartialSummaryGroup]: ...
    @overload
    def rows(self, path: Literal["/summary"], **parameters: Unpack[SummaryQuery]) -> Iterator[SummaryGroup]: ...
    @overload
    def rows(self, path: Literal["/symbols"], *, fields: SymbolField | Sequence[SymbolField], **parameters: Unpack[SymbolsQuery]) -> Iterator[PartialSymbol]: ...
    @overload
    def rows(self, path: Literal["/symbols"], **parameters: Unpack[SymbolsQuery]) -> Iterator[Symbol]: ...
    @overload
    def rows(self, path: Literal["/trades"], *, fields: InsiderTradeField | Sequence[InsiderTradeField], **parameters: Unpack[TradesQuery]) -> Iterator[PartialInsiderTrade]: ...
    @overload
    def rows(self, path: Literal["/trades"], **parameters: Unpack[TradesQuery]) -> Iterator[InsiderTrade]: ...
    @overload
    def tables(self, path: Literal["/clusters"], *, format: Literal["csv", "ndjson"] = ..., fields: ClusterField | Sequence[ClusterField] | None = ..., **parameters: Unpack[ClustersQuery]) -> Iterator[str]: ...
    @overload
    def tables(self, path: Literal["/committees"], *, format: Literal["csv", "ndjson"] = ..., fields: CommitteeField | Sequence[CommitteeField] | None = ..., **parameters: Unpack[CommitteesQuery]) -> Iterator[str]: ...
    @overload
    def tables(self, path: Literal["/companies"], *, format: Literal["csv", "ndjson"] = ..., fields: CompanyEntryField | Sequence[CompanyEntryField] | None = ..., **parameters: Unpack[CompaniesQuery]) -> Iterator[str]: ...
    @overload
    def tables(self, path: Literal["/companies/{cikOrTicker}/holdings"], *, format: Literal["csv", "ndjson"] = ..., fields: HoldingPositionField | Sequence[HoldingPositionField] | None = ..., **parameters: Unpack[CompaniesCikOrTickerHoldingsQuery]) -> Iterator[str]: ...
    @overload
    def tables(self, path: Literal["/exports"], *, format: Literal["csv", "ndjson"] = ..., fields: ExportFileField | Sequence[ExportFileField] | None = ..., **parameters: Unpack[ExportsQuery]) -> Iterator[str]: ...
    @overload
    def tables(self, path: Literal["/insider/{cik}/holdings"], *, format: Literal["csv", "ndjson"] = ..., fields: HoldingPositionField | Sequence[HoldingPositionField] | None = ..., **parameters: Unpack[InsiderCikHoldingsQuery]) -> Iterator[str]: ...
    @overload
    def tables(self, path: Literal["/insiders"], *, format: Literal["csv", "ndjson"] = ..., fields: InsiderEntryField | Sequence[InsiderEntryField] | None = ..., **parameters: Unpack[InsidersQuery]) -> Iterator[str]: ...
    @overload
    def tables(self, path: Literal["/late-filings"], *, format: Literal["csv", "ndjson"] = ..., fields: LateFilingField | Sequence[LateFilingField] | None = ..., **parameters: Unpack[LateFilingsQuery]) -> Iterator[str]: ...
    @overload
    def tables(self, path: Literal["/politicians/{bioguideId}/holdings"], *, format: Literal["csv", "ndjson"] = ..., fields: MemberHoldingField | Sequence[MemberHoldingField] | None = ..., **parameters: Unpack[PoliticiansBioguideIdHoldingsQuery]) -> Iterator[str]: ...
    @overload
    def tables(self, path: Literal["/politician-trades"], *, format: Literal["csv", "ndjson"] = ..., fields: PoliticianTradeField | Sequence[PoliticianTradeField] | None = ..., **parameters: Unpack[PoliticianTradesQuery]) -> Iterator[str]: ...
    @overload
    def tables(self, path: Literal["/politicians"], *, format: Literal["csv", "ndjson"] = ..., fields: PoliticianEntryField | Sequence[PoliticianEntryField] | None = ..., **parameters: Unpack[PoliticiansQuery]) -> Iterator[str]: ...
    @overload
    def tables(self, path: Literal["/summary"], *, format: Literal["csv", "ndjson"] = ..., fields: SummaryGroupField | Sequence[SummaryGroupField] | None = ..., **parameters: Unpack[SummaryQuery]) -> Iterator[str]: ...
    @overload
    def tables(self, path: Literal["/symbols"], *, format: Literal["csv", "ndjson"] = ..., fields: SymbolField | Sequence[SymbolField] | None = ..., **parameters: Unpack[SymbolsQuery]) -> Iterator[str]: ...
    @overload
    def tables(self, path: Literal["/trades"], *, format: Literal["csv", "ndjson"] = ..., fields: InsiderTradeField | Sequence[InsiderTradeField] | None = ..., **parameters: Unpack[TradesQuery]) -> Iterator[str]: ...
    @overload
    def save(self, path: Literal["/clusters"], to: str | PathLike[str], *, format: Literal["csv", "ndjson"] = ..., fields: ClusterField | Sequence[ClusterField] | None = ..., **parameters: Unpack[ClustersQuery]) -> Path: ...
    @overload
    def save(self, path: Literal["/committees"], to: str | PathLike[str], *, format: Literal["csv", "ndjson"] = ..., fields: CommitteeField | Sequence[CommitteeField] | None = ..., **parameters: Unpack[CommitteesQuery]) -> Path: ...
    @overload
    def save(self, path: Literal["/companies"], to: str | PathLike[str], *, format: Literal["csv", "ndjson"] = ..., fields: CompanyEntryField | Sequence[CompanyEntryField] | None = ..., **parameters: Unpack[CompaniesQuery]) -> Path: ...
    @overload
    def save(self, path: Literal["/companies/{cikOrTicker}/holdings"], to: str | PathLike[str], *, format: Literal["csv", "ndjson"] = ..., fields: HoldingPositionField | Sequence[HoldingPositionField] | None = ..., **parameters: Unpack[CompaniesCikOrTickerHoldingsQuery]) -> Path: ...
    @overload
    def save(self, path: Literal["/exports"], to: str | PathLike[str], *, format: Literal["csv", "ndjson"] = ..., fields: ExportFileField | Sequence[ExportFileField] | None = ..., **parameters: Unpack[ExportsQuery]) -> Path: ...
    @overload
    def save(self, path: Literal["/insider/{cik}/holdings"], to: str | PathLike[str], *, format: Literal["csv", "ndjson"] = ..., fields: HoldingPositionField | Sequence[HoldingPositionField] | None = ..., **parameters: Unpack[InsiderCikHoldingsQuery]) -> Path: ...
    @overload
    def save(self, path: Literal["/insiders"], to: str | PathLike[str], *, format: Literal["csv", "ndjson"] = ..., fields: InsiderEntryField | Sequence[InsiderEntryField] | None = ..., **parameters: Unpack[InsidersQuery]) -> Path: ...
    @overload
    def save(self, path: Literal["/late-filings"], to: str | PathLike[str], *, format: Literal["csv", "ndjson"] = ..., fields: LateFilingField | Sequence[LateFilingField] | None = ..., **parameters: Unpack[LateFilingsQuery]) -> Path: ...
    @overload
    def save(self, path: Literal["/politicians/{bioguideId}/holdings"], to: str | PathLike[str], *, format: Literal["csv", "ndjson"] = ..., fields: MemberHoldingField | Sequence[MemberHoldingField] | None = ..., **parameters: Unpack[PoliticiansBioguideIdHoldingsQuery]) -> Path: ...
    @overload
    def save(self, path: Literal["/politician-trades"], to: str | PathLike[str], *, format: Literal["csv", "ndjson"] = ..., fields: PoliticianTradeField | Sequence[PoliticianTradeField] | None = ..., **parameters: Unpack[PoliticianTradesQuery]) -> Path: ...
    @overload
    def save(self, path: Literal["/politicians"], to: str | PathLike[str], *, format: Literal["csv", "ndjson"] = ..., fields: PoliticianEntryField | Sequence[PoliticianEntryField] | None = ..., **parameters: Unpack[PoliticiansQuery]) -> Path: ...
    @overload
    def save(self, path: Literal["/summary"], to: str | PathLike[str], *, format: Literal["csv", "ndjson"] = ..., fields: SummaryGroupField | Sequence[SummaryGroupField] | None = ..., **parameters: Unpack[SummaryQuery]) -> Path: ...
    @overload
    def save(self, path: Literal["/symbols"], to: str | PathLike[str], *, format: Literal["csv", "ndjson"] = ..., fields: SymbolField | Sequence[SymbolField] | None = ..., **parameters: Unpack[SymbolsQuery]) -> Path: ...
    @overload
    def save(self, path: Literal["/trades"], to: str | PathLike[str], *, format: Literal["csv", "ndjson"] = ..., fields: InsiderTradeField | Sequence[InsiderTradeField] | None = ..., **parameters: Unpack[TradesQuery]) -> Path: ...
    def events(
        self,
        path: Literal["/trades", "/politician-trades", "/clusters", "/late-filings"],
        *,
        last_event_id: str | None = ...,
        on_position: Callable[[str], object] | None = ...,
        **parameters: Any,
    ) -> EventStream: ...
    def download(self, file: ExportFile, to: str | PathLike[str]) -> Path: ...

def to_dataframe(rows: Iterable[Mapping[str, Any]], *, decimals: bool = False) -> Any: ...
