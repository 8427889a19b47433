// The type of a congressional trade as the dashboard's operation returns it.
import type { PoliticianTradeQuery } from "../../../generated/operations.ts";

export type CongressionalTrade = NonNullable<PoliticianTradeQuery["politicianTrade"]>;
export type RosterSpan = PoliticianTradeQuery["rosterSpan"];
