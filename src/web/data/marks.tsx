// The marks of a trade, in a column of their own, so that no other column gets wide.
import type { Column } from "../frame/table/data-table.tsx";
import classes from "./cells.module.css";
import type { Mark } from "./trade-marks.ts";

/** On a narrow screen rows without a mark do not have the column. */
export function marksColumn<Row>(marksOf: (row: Row) => Mark[]): Column<Row> {
  return {
    id: "marks",
    head: "Marks",
    narrow: (row) => (marksOf(row).length > 0 ? "second" : undefined),
    cell: (row) => <Marks marks={marksOf(row)} />,
  };
}

function Marks({ marks }: { marks: Mark[] }) {
  return marks.map(({ word, why, isNeutral }) => (
    <span key={word} className={isNeutral ? classes.mark : `${classes.mark} ${classes.flag}`} title={why}>
      {isNeutral ? word : `! ${word}`}
    </span>
  ));
}
