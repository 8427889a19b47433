// The sorts of positions, which are read only from PostgreSQL.
import { sorts } from "./sorts.ts";

export const holdingSorts = sorts({
  FILED_ON: { name: "filingDate", field: "filing_date" },
  STATED_ON: { name: "statedDate", field: "stated_date" },
  SHARES: { name: "shares", field: "shares" },
  VALUE: { name: "value", field: "value" },
  TICKER: { name: "ticker", field: "ticker" },
  SECURITY: { name: "security", field: "security_title" },
  INSIDER: { name: "insider", field: "insider_name" },
});

export type HoldingSort = keyof typeof holdingSorts;
