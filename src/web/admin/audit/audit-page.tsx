// /admin/audit: the audit log, newest events first: time, actor, action, object, and values before and after.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { auditedIds } from "../../../domain/audited-ids.ts";
import { count, instant, shortened } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { type Column, DataTable, Pager, pageOf } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import { Audit, type AuditQuery } from "../../generated/operations.ts";
import classes from "./audit-page.module.css";
import { formatAction, shownOfId, valuesOf } from "./labels.ts";

const pageSize = 25;

export function AuditPage() {
  const search = useSearch({ strict: false }) as { page?: string };
  const navigate = useNavigate();
  const page = pageOf(search.page);
  const audit = useRead(Audit, { page, pageSize });
  const total = audit.data?.auditEvents.total;
  return (
    <Page
      waiting={audit.isPending}
      title="Audit"
      summary={total === undefined ? " " : `${count(total)} events, newest first`}
    >
      <Panel
        title="Audit events"
        query={audit}
        height={480}
        empty={{ when: ({ auditEvents }) => auditEvents.nodes.length === 0, say: "No events yet." }}
      >
        {({ auditEvents }) => <AuditTable events={auditEvents.nodes} />}
      </Panel>
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        onPage={(next) => void navigate({ to: "/admin/audit", search: { page: String(next) } })}
      />
    </Page>
  );
}

/** Audit events: time, actor, action, object, and values before and after. */
type AuditEvent = AuditQuery["auditEvents"]["nodes"][number];

export function AuditTable({ events }: { events: AuditEvent[] }) {
  return <DataTable label="Audit events" rows={events} keyOf={({ entry }) => String(entry.id)} columns={columns} />;
}

const columns: Column<AuditEvent>[] = [
  {
    id: "at",
    head: "Time (UTC)",
    narrow: "first",
    cell: ({ entry: { at } }) => <time dateTime={at}>{instant(at)}</time>,
  },
  { id: "actor", head: "Actor", narrow: "second", cell: (event) => <Actor event={event} /> },
  { id: "action", head: "Action", narrow: "second", cell: ({ entry }) => <ActionLabel action={entry.action} /> },
  { id: "object", head: "Object", narrow: "second", cell: (event) => <AuditedObject event={event} /> },
  { id: "before", head: "Before", narrow: "second", cell: ({ entry }) => <Values value={entry.before} /> },
  { id: "after", head: "After", narrow: "second", cell: ({ entry }) => <Values value={entry.after} /> },
];

const ActionLabel = ({ action }: { action: string }) => <span title={action}>{formatAction(action)}</span>;

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
  if (objectType === "mutation") {
    const ids = auditedIds(entry).map((id) => `${shortened(id, shownOfId)} (unknown)`);
    return <ForeignText>{objectName ?? (ids.join(", ") || "–")}</ForeignText>;
  }
  const name = objectName ?? `${shortened(objectId, shownOfId)} (removed)`;
  return (
    <span title={`${objectType} ${objectId}`}>
      {kinds[objectType] ?? objectType} <ForeignText>{name}</ForeignText>
    </span>
  );
}

function Values({ value }: { value: unknown }) {
  const pairs = valuesOf(value);
  if (pairs.length === 0) return <>–</>;
  return (
    <span title={JSON.stringify(value)}>
      {pairs.map((pair) => (
        <span key={pair} className={classes.pair}>
          <ForeignText>{pair}</ForeignText>
        </span>
      ))}
    </span>
  );
}
