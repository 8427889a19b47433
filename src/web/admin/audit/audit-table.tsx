// Audit events as a table: the time, and what was done by whom, in words. An object leads to its page.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { auditedIds } from "../../../domain/audited-ids.ts";
import { instant, shortened } from "../../frame/format.ts";
import { type Column, DataTable } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import type { AuditQuery } from "../../generated/operations.ts";
import { sentenceOf } from "./acts.ts";

type AuditEvent = AuditQuery["auditEvents"]["nodes"][number];

export function AuditTable({ events }: { events: AuditEvent[] }) {
  return <DataTable label="Audit events" rows={events} keyOf={({ entry }) => String(entry.id)} columns={columns} />;
}

const columns: Column<AuditEvent>[] = [
  {
    id: "at",
    head: "Time (UTC)",
    narrow: "second",
    cell: ({ entry: { at } }) => <time dateTime={at}>{instant(at)}</time>,
  },
  {
    id: "act",
    head: "Event",
    narrow: "first",
    cell: (event) => (
      <span title={event.entry.action}>
        <ForeignText>{actorOf(event)}</ForeignText> <Sentence event={event} />
      </span>
    ),
  },
];

/** characters shown of the id of an object that no longer has a name */
const shownOfId = 8;

function actorOf({ actorName, entry: { actor } }: AuditEvent): string {
  if (actorName !== null) return actorName;
  return actor.startsWith("user:") ? `a removed user (${shortened(actor.slice(5), shownOfId)})` : actor;
}

const record = (value: unknown) => (value ?? {}) as Record<string, unknown>;

function Sentence({ event }: { event: AuditEvent }) {
  const { action, before, after } = event.entry;
  const sentence = sentenceOf({ action, before: record(before), after: record(after) });
  const [start = "", ...rest] = sentence.split("{}");
  if (rest.length === 0) return <ForeignText>{start}</ForeignText>;
  return (
    <>
      <ForeignText>{start}</ForeignText>
      <ObjectLink event={event}>
        <ForeignText>{objectOf(event)}</ForeignText>
      </ObjectLink>
      <ForeignText>{rest.join("{}")}</ForeignText>
    </>
  );
}

function objectOf({ objectName, entry }: AuditEvent): string {
  if (objectName !== null) return objectName;
  // trades have numbers and no names
  if (entry.objectType === "insider_trade") return entry.objectId;
  const ids = auditedIds(entry).map(
    (id) => `${shortened(id, shownOfId)} (${entry.objectType === "mutation" ? "unknown" : "removed"})`,
  );
  return ids.join(", ");
}

/** Pages of single objects, by the type of the object. */
const pages: Record<string, string> = {
  account: "/admin/accounts/",
  quarantine: "/admin/quarantine/",
  run: "/admin/ingestion/runs/",
};

function ObjectLink({ event: { objectName, entry }, children }: { event: AuditEvent; children: ReactNode }) {
  const page = objectName === null ? undefined : pages[entry.objectType];
  return page ? <Link to={`${page}${entry.objectId}`}>{children}</Link> : <strong>{children}</strong>;
}
