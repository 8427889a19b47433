// The parsed fields of a refused record: field, value, and problem.
import { ForeignText } from "../../frame/foreign-text.tsx";
import classes from "./quarantine.module.css";
import type { RefusedItem } from "./refused-item.ts";

export function Readings({ readings }: { readings: RefusedItem["content"]["readings"] }) {
  return (
    <table className={classes.readings} aria-label="What was read">
      <thead>
        <tr>
          <th scope="col">field</th>
          <th scope="col">read</th>
          <th scope="col">problem</th>
        </tr>
      </thead>
      <tbody>
        {readings.map(({ field, read, problem }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: fields may repeat, and none ever moves
          <tr key={index}>
            <th scope="row">
              <ForeignText>{field}</ForeignText>
            </th>
            <td>{read === null ? "–" : <ForeignText>{read}</ForeignText>}</td>
            <td className={classes.problem}>{problem && <ForeignText>{`× ${problem}`}</ForeignText>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
