// The sorts of the search by name, which only PostgreSQL runs.
import { sorts } from "./sorts.ts";

export const symbolSorts = sorts({
  KIND: { name: "kind", field: "kind" },
  NAME: { name: "name", field: "name" },
  TICKER: { name: "ticker", field: "ticker" },
});

export type SymbolSort = keyof typeof symbolSorts;
