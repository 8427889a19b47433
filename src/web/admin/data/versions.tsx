// The versions of a row: the row that superseded it, and for each earlier version the time and reason of the change and
// the columns that differ from the next version.
import { Link } from "@tanstack/react-router";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { instant } from "../../frame/format.ts";

interface Version {
  changedAt: string;
  reason: string;
  before: unknown;
}

interface VersionsProps {
  row: { isAmendment: boolean; supersededById: number | null; history: Version[] };
  /** the list whose drawer shows the superseding row */
  place: "/admin/data/trades" | "/admin/data/politician-trades";
}

export function Versions({ row: { isAmendment, supersededById, history }, place: path }: VersionsProps) {
  return (
    <>
      {isAmendment && <div>from an amendment</div>}
      {supersededById !== null && (
        <div>
          superseded by{" "}
          <Link to={path} search={{ row: String(supersededById) }}>
            {`row ${supersededById}`}
          </Link>
        </div>
      )}
      <History history={history} />
    </>
  );
}

function History({ history }: { history: Version[] }) {
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
