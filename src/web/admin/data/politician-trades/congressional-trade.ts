// The type of a member's trade as the dashboard's operation returns it.
import type { PoliticianTradeQuery } from "../../../generated/operations.ts";

export type CongressionalTrade = NonNullable<PoliticianTradeQuery["politicianTrade"]>;
export type RosterSpan = PoliticianTradeQuery["rosterSpan"];
