// The interface of the rows by id: what other folders may import. README.md states their gain.
export { OperationTrades, type TradeKind, tradeReaders } from "./operation-trades.ts";
