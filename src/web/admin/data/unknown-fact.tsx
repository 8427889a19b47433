// An unknown value: a question mark with the reason, as a tooltip and for screen readers.
import classes from "./cells.module.css";

export function UnknownFact({ because }: { because: string }) {
  return (
    <span title={because}>
      ? <span className={classes.hidden}>unknown: {because}</span>
    </span>
  );
}
