// The filing date in a line about a trade, marked where an amendment took the line's place, or the line comes from one.
import classes from "./cells.module.css";

interface Amendable {
  filedOn: string;
  isAmendment: boolean;
  /** in lists that have superseded rows */
  supersededById?: number | null;
}

export function Filed({ trade }: { trade: Amendable }) {
  const [mark, why] = markOf(trade) ?? [];
  return (
    <>
      {trade.filedOn}
      {mark && (
        <span className={classes.mark} title={why}>
          {" "}
          {mark}
        </span>
      )}
    </>
  );
}

function markOf({ isAmendment, supersededById }: Amendable): [mark: string, why: string] | undefined {
  if (supersededById) return ["! superseded", "an amendment took its place: it counts no more"];
  if (isAmendment) return ["! amended", "from an amendment: it took the place of an earlier row"];
}
