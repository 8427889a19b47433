// Buy, sell or exchange, as sign, word and colour.
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

/** The side of an SEC transaction code: only P and S are market trades. */
export function sideOfCode(code: string): "buy" | "sell" | "other" {
  return code === "P" ? "buy" : code === "S" ? "sell" : "other";
}

/** The side of a congressional transaction type: `Purchase`, `Sale (Full)`, `Exchange`. */
export function sideOfKind(kind: string): Exclude<Kind, "other"> {
  return kind === "Purchase" ? "buy" : kind === "Exchange" ? "exchange" : "sell";
}
