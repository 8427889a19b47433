// The filing date of a trade. It is marked if an amendment superseded the row, or if the row comes from one.
import classes from "./cells.module.css";

interface Amendable {
  filedOn: string;
  isAmendment: boolean;
  /** only in lists that include superseded rows */
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
