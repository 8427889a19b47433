// The outcome of a trade: a follower's return from the first close after the filing, and the filer's own.
import { perShare, signed } from "../../frame/format.ts";
import { DataTable } from "../../frame/table/data-table.tsx";

interface Horizon {
  days: number;
  returnPct: string | null;
  alphaPct: string | null;
  tradeDateReturnPct: string | null;
  tradeDateAlphaPct: string | null;
}

interface OutcomeTableProps {
  outcome: {
    status: string;
    reason: string | null;
    entryOn: string | null;
    entryPrice: string | null;
    horizons: Horizon[];
  };
}

export function OutcomeTable({ outcome: { status, reason, entryOn, entryPrice, horizons } }: OutcomeTableProps) {
  if (entryOn === null) return <>{`${status}${reason ? `: ${reason.replaceAll("_", " ")}` : ""}`}</>;
  return (
    <>
      <div>
        entry {entryOn} at ${perShare(entryPrice)}
      </div>
      <DataTable
        label="Returns"
        plain
        rows={horizons}
        keyOf={({ days }) => String(days)}
        columns={[
          { id: "days", head: "days", number: true, narrow: "first", cell: ({ days }) => days },
          {
            id: "follower",
            head: "follower (%)",
            number: true,
            narrow: "second",
            cell: ({ returnPct }) => signed(returnPct),
          },
          { id: "alpha", head: "over SPY", number: true, narrow: "second", cell: ({ alphaPct }) => signed(alphaPct) },
          {
            id: "own",
            head: "own (%)",
            number: true,
            narrow: "second",
            cell: ({ tradeDateReturnPct }) => signed(tradeDateReturnPct),
          },
          {
            id: "own-alpha",
            head: "own over SPY",
            number: true,
            narrow: "second",
            cell: ({ tradeDateAlphaPct }) => signed(tradeDateAlphaPct),
          },
        ]}
      />
    </>
  );
}
