// A transaction as stored: one property per column of insider_trades that comes from the filing.
import type { SecurityClass } from "../../domain/security-class.ts";
import type { StoredRow } from "../../store/stored-models.ts";

/** The fields of a trade that are derived, or set by the database. */
export const derivedOfTrade = {
  exercisePairId: true,
  exerciseAndSale: true,
  supersededById: true,
  amendmentStatus: true,
  notRestated: true,
  firstFiledOn: true,
  priceQuality: true,
  priceQualityReason: true,
  priceReason: true,
  sameBlockAsId: true,
  ownTicker: true,
  signalScore: true,
  signalTier: true,
  signalDirection: true,
  signalFactors: true,
  signalVersion: true,
  lastModified: true,
} as const;

export interface IdentifiedTrade extends StoredRow<"InsiderTrade", keyof typeof derivedOfTrade> {
  security_class: SecurityClass | null;
}

export type TradeRow = Omit<IdentifiedTrade, "id">;
