// The earlier versions of a row: when it changed, why, and what each version had otherwise than the one after it.
import { ForeignText } from "../../frame/foreign-text.tsx";
import { instant } from "../../frame/format.ts";

interface Version {
  changedAt: string;
  reason: string;
  before: unknown;
}

export function Versions({ history }: { history: Version[] }) {
  if (history.length === 0) return <>as first stored</>;
  return (
    <ul>
      {history.map(({ changedAt, reason, before }) => (
        <li key={changedAt}>
          {instant(changedAt)} UTC: <ForeignText>{reason}</ForeignText>
          <details>
            <summary>what it was</summary>
            <ul>
              {Object.entries((before ?? {}) as Record<string, unknown>).map(([column, value]) => (
                <li key={column}>
                  <code>
                    <ForeignText>{`${column} = ${typeof value === "string" ? value : JSON.stringify(value)}`}</ForeignText>
                  </code>
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  );
}
