// The types of the congressional trade and its list, separate from their fields, because member and trade refer to each
// other.
import type { PoliticianTradeRow } from "../../store/lists/politician-trades.ts";
import { builder, listOf } from "../builder.ts";

export const PoliticianTrade = builder.objectRef<PoliticianTradeRow>("PoliticianTrade");
export const PoliticianTradeList = listOf("PoliticianTradeList", PoliticianTrade);
