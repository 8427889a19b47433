// The interface of the trade index: what other folders may import. README.md states its gain.
export { connectTradeIndex, type TradeIndexPort } from "./client.ts";
export type { Assignment, FromOwner } from "./owner.ts";
export type { Question } from "./trade-index.ts";
