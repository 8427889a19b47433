// Buy, sell or exchange: by sign, word and colour.
import classes from "./cells.module.css";

const signs = { buy: "▲", sell: "▼", exchange: "◆", other: "·" } as const;

type Kind = keyof typeof signs;

export function Side({ kind, children }: { kind: Kind; children: string }) {
  return (
    <span className={classes.side} data-kind={kind}>
      <span aria-hidden="true">{signs[kind]}</span> {children}
    </span>
  );
}

/** Of the SEC's code: only P and S are trades on the market. */
export function sideOfCode(code: string): "buy" | "sell" | "other" {
  return code === "P" ? "buy" : code === "S" ? "sell" : "other";
}

/** Of a congressional kind: `Purchase`, `Sale (Full)`, `Exchange`. */
export function sideOfKind(kind: string): Exclude<Kind, "other"> {
  return kind === "Purchase" ? "buy" : kind === "Exchange" ? "exchange" : "sell";
}
