// /admin/audit: the audit log in words, one line per act, newest first, filtered by actor, kind and object; and its
// table, which the page of an account shows too.
import { Button, Group, NativeSelect } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { auditedIds, auditKinds } from "../../../domain/audit-log.ts";
import { count, instant, shortened } from "../../frame/format.ts";
import { SearchField } from "../../frame/forms.tsx";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { type Column, DataTable, Pager, pageOf } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import { Audit, type AuditQuery } from "../../generated/operations.ts";
import { sentenceOf } from "./acts.ts";

interface AuditSearch {
  actor?: string;
  kind?: string;
  object?: string;
  page?: string;
}

const pageSize = 25;

export function AuditPage() {
  const { page: pageText, ...search } = useSearch({ strict: false }) as AuditSearch;
  const navigate = useNavigate();
  const show = (next: AuditSearch) => void navigate({ to: "/admin/audit", search: next });
  const page = pageOf(pageText);
  const { actor, kind, object } = search;
  const audit = useRead(Audit, { actor, kind, object, page, pageSize });
  const total = audit.data?.auditEvents.total;
  const isFiltered = Boolean(actor || kind || object);
  return (
    <Page
      waiting={audit.isPending}
      title="Audit"
      summary={total === undefined ? " " : `${count(total)} ${isFiltered ? "match" : "events"}, newest first`}
    >
      <Panel
        title="Audit events"
        query={audit}
        height={120}
        actions={<AuditFilters search={search} onShow={(next) => show({ ...search, ...next })} />}
        empty={{
          when: ({ auditEvents }) => auditEvents.nodes.length === 0,
          say: isFiltered ? (
            <>
              No events match.{" "}
              <Button size="compact-sm" variant="default" onClick={() => show({})}>
                Show all events
              </Button>
            </>
          ) : (
            "No events yet."
          ),
        }}
      >
        {({ auditEvents }) => <AuditTable events={auditEvents.nodes} />}
      </Panel>
      <Pager page={page} pageSize={pageSize} total={total} onPage={(next) => show({ ...search, page: String(next) })} />
    </Page>
  );
}

function AuditFilters({ search, onShow }: { search: AuditSearch; onShow(next: AuditSearch): void }) {
  return (
    <Group gap={8}>
      <SearchField
        label="Actor"
        hint="Actor: e-mail address"
        value={search.actor}
        onSearch={(actor) => onShow({ actor })}
      />
      <NativeSelect
        size="xs"
        aria-label="Kind"
        value={search.kind ?? ""}
        data={[
          { value: "", label: "Any kind" },
          ...Object.entries(auditKinds).map(([value, { label }]) => ({ value, label })),
        ]}
        onChange={(event) => onShow({ kind: event.currentTarget.value || undefined })}
      />
      <SearchField
        label="Object"
        hint="Object: e-mail, key, filing, id"
        value={search.object}
        onSearch={(object) => onShow({ object })}
      />
    </Group>
  );
}

// Audit events as a table: the time, and what was done by whom, in words. An object leads to its page.

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
