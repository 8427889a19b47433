"""The commands of the models of this package: obb.disclosed.clusters and so on. The standard models have theirs in OpenBB."""

from openbb_core.app.model.command_context import CommandContext
from openbb_core.app.model.example import APIEx
from openbb_core.app.model.obbject import OBBject
from openbb_core.app.provider_interface import ExtraParams, ProviderChoices, StandardParams
from openbb_core.app.query import Query
from openbb_core.app.router import Router

router = Router(prefix="", description="Clusters, late filings, track records and holdings.")


@router.command(
    model="DisclosedClusters",
    examples=[APIEx(parameters={"provider": "disclosed", "transaction_type": "P", "min_size": 3})],
)
async def clusters(
    cc: CommandContext, provider_choices: ProviderChoices, standard_params: StandardParams, extra_params: ExtraParams
) -> OBBject:
    """Companies where several insiders bought, or sold, within 30 days."""
    return await OBBject.from_query(Query(**locals()))


@router.command(
    model="DisclosedLateFilings",
    examples=[APIEx(parameters={"provider": "disclosed", "chamber": "senate"})],
)
async def late_filings(
    cc: CommandContext, provider_choices: ProviderChoices, standard_params: StandardParams, extra_params: ExtraParams
) -> OBBject:
    """Trades of members of Congress that were disclosed after the 45-day deadline."""
    return await OBBject.from_query(Query(**locals()))


@router.command(
    model="DisclosedTrackRecord",
    examples=[APIEx(parameters={"provider": "disclosed", "cik": "0001214156"})],
)
async def track_record(
    cc: CommandContext, provider_choices: ProviderChoices, standard_params: StandardParams, extra_params: ExtraParams
) -> OBBject:
    """The returns of an insider's purchases, for a follower of the filings."""
    return await OBBject.from_query(Query(**locals()))


@router.command(
    model="DisclosedHoldings",
    examples=[APIEx(parameters={"provider": "disclosed", "symbol": "AAPL"})],
)
async def holdings(
    cc: CommandContext, provider_choices: ProviderChoices, standard_params: StandardParams, extra_params: ExtraParams
) -> OBBject:
    """What insiders last stated to own."""
    return await OBBject.from_query(Query(**locals()))
