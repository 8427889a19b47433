// What is not known in a line: a question mark with its reason, for the pointer and for screen readers.
import classes from "./cells.module.css";

export function UnknownFact({ because }: { because: string }) {
  return (
    <span title={because}>
      ? <span className={classes.hidden}>unknown: {because}</span>
    </span>
  );
}
