// What people changed: time, who, what, to what, before and after.
import { ForeignText } from "../../frame/foreign-text.tsx";
import { instant, shortened } from "../../frame/format.ts";
import { type Column, DataTable } from "../../frame/table/data-table.tsx";
import type { AuditQuery } from "../../generated/operations.ts";
import classes from "./audit-table.module.css";

type AuditEvent = AuditQuery["auditEvents"]["nodes"][number];

export function AuditTable({ events }: { events: AuditEvent[] }) {
  return <DataTable label="Audit events" rows={events} keyOf={({ entry }) => String(entry.id)} columns={columns} />;
}

const columns: Column<AuditEvent>[] = [
  {
    id: "at",
    head: "time (UTC)",
    narrow: "first",
    cell: ({ entry: { at } }) => <time dateTime={at}>{instant(at)}</time>,
  },
  { id: "actor", head: "actor", narrow: "second", cell: (event) => <Actor event={event} /> },
  { id: "action", head: "action", narrow: "second", cell: ({ entry }) => entry.action },
  { id: "object", head: "object", narrow: "second", cell: (event) => <AuditedObject event={event} /> },
  { id: "before", head: "before", narrow: "second", cell: ({ entry }) => <Values value={entry.before} /> },
  { id: "after", head: "after", narrow: "second", cell: ({ entry }) => <Values value={entry.after} /> },
];

/** of an id that has no name any more */
const shownOfId = 8;

function Actor({ event: { actorName, entry } }: { event: AuditEvent }) {
  const gone = entry.actor.startsWith("user:") ? `a removed user, ${shortened(entry.actor.slice(5), shownOfId)}` : null;
  return (
    <span title={entry.actor}>
      <ForeignText>{actorName ?? gone ?? entry.actor}</ForeignText>
    </span>
  );
}

const kinds: Record<string, string> = {
  api_key: "key",
  quarantine: "refused file",
  run_request: "requested run",
};

function AuditedObject({ event: { objectName, entry } }: { event: AuditEvent }) {
  const { objectType, objectId } = entry;
  if (objectType === "mutation") return <ForeignText>{objectId}</ForeignText>;
  const name = objectName ?? `${shortened(objectId, shownOfId)} (removed)`;
  return (
    <span title={`${objectType} ${objectId}`}>
      {kinds[objectType] ?? objectType} <ForeignText>{name}</ForeignText>
    </span>
  );
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const longestValue = 200;

/** `lastFour x9Qa`; ids are shortened, and whose account it was is in the object's name. */
function words(value: unknown): string {
  if (typeof value !== "string") return shortened(JSON.stringify(value), longestValue);
  return shortened(value, uuid.test(value) ? shownOfId : longestValue);
}

function Values({ value }: { value: unknown }) {
  const pairs = Object.entries((value ?? {}) as Record<string, unknown>).filter(
    ([name, one]) => one !== null && name !== "accountId",
  );
  if (pairs.length === 0) return <>–</>;
  return (
    <span title={JSON.stringify(value)}>
      {pairs.map(([name, one]) => (
        <span key={name} className={classes.pair}>
          <ForeignText>{`${name}: ${words(one)}`}</ForeignText>
        </span>
      ))}
    </span>
  );
}
