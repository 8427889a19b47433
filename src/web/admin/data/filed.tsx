// The filing date in a line about a trade, marked where the line comes from an amendment.
import classes from "./cells.module.css";

export function Filed({ trade: { filedOn, isAmendment } }: { trade: { filedOn: string; isAmendment: boolean } }) {
  return (
    <>
      {filedOn}
      {isAmendment && (
        <span className={classes.mark} title="from an amendment: it took the place of an earlier row">
          {" "}
          ! amended
        </span>
      )}
    </>
  );
}
