// What the filters of insider trades compare: each implementation of a list (SQL, index, events) says where it has it.
import type { OutcomeField } from "./outcomes.ts";
import type { CompanyProperty } from "./shared.ts";

export const roles = ["director", "officer", "ceo", "cfo", "tenPercentOwner"] as const;
export type Role = (typeof roles)[number];

export interface InsiderTradeFields {
  /**
   * `symbol`: any current or former one of the company; those of `CompanyProperty` are the company's; `owner`: the CIK of any
   * owner of the form; `role`: of the first listed owner; `plan`: `true` or `false`
   */
  label:
    | "transactionCode"
    | "symbol"
    | CompanyProperty
    | "company"
    | "owner"
    | "accessionNumber"
    | "role"
    | "signalTier"
    | "signalDirection"
    | "plan"
    | "formType"
    | "acquiredDisposed"
    | "securityClass"
    | "ownership"
    | "priceQuality"
    | "amendmentStatus"
    | "dateQuality";
  /**
   * `live`: no later filing replaced it; `inPlan`: the form says that it was made under a plan; `firstBuy`: known to be the
   * owner's first purchase at the company in two years; `inCluster`: belongs to a cluster
   */
  flag: "live" | "nonDerivative" | "inPlan" | "suspectPrice" | "firstBuy" | "inCluster";
  number:
    | "value"
    | "price"
    | "signalScore"
    | "delayDays"
    | "shares"
    | "sharesOwnedAfter"
    | "deltaOwnPct"
    | OutcomeField;
  day: "filedOn" | "tradedOn";
  instant: "lastModified";
  /**
   * `ownerNames`: of all owners, as filed and in reverse order; `anyName`: also the company's name and symbols, and
   * whole CIKs; `title`: of the first listed owner
   */
  text: "ownerNames" | "anyName" | "title";
}
