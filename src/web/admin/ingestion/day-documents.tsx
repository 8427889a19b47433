// The filings that a publisher lists for some days, each with its state.
import { Button, SegmentedControl } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { count, instant, shortened } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Panel } from "../../frame/panel.tsx";
import { SourceLink, sourceName } from "../../frame/sources.tsx";
import { DataTable, Pager, ShowAll } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import { type DayDocumentsQuery, DayDocuments as dayDocuments } from "../../generated/operations.ts";
import type { Picked } from "./day-grid.tsx";
import { formatRange } from "./days.ts";
import classes from "./ingestion.module.css";
import { RequestRun } from "./runs.tsx";

type Document = DayDocumentsQuery["coverageDocuments"]["nodes"][number];

const states = [
  { value: "", label: "All" },
  { value: "not_fetched", label: "Not fetched" },
  { value: "quarantined", label: "Quarantine" },
  { value: "stored", label: "Stored" },
];
const stateTexts: Record<string, string> = {
  stored: "✓ stored",
  quarantined: "× in quarantine",
  not_fetched: "… not fetched",
};
const pageSize = 25;

interface DayDocumentsProps {
  picked: Picked;
  isWatched: boolean;
  state: string;
  page: number;
  /** milliseconds between two fetches while a run is live; false: none */
  every: number | false;
  onShow(next: { state?: string; page?: number }): void;
  onClose(): void;
}

export function DayDocuments({ picked, isWatched, state, page, every, onShow, onClose }: DayDocumentsProps) {
  const { source, ...range } = picked;
  const documents = useRead(
    dayDocuments,
    { ...picked, state: state || undefined, page, pageSize },
    { every: () => every },
  );
  const total = documents.data?.coverageDocuments.total;
  return (
    <Panel
      title={`${sourceName(source)}, ${formatRange(range)}${total === undefined ? "" : `: ${count(total)} filings`}`}
      query={documents}
      height={120}
      actions={
        <Button size="compact-sm" variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      {({ coverageDocuments: { nodes } }) => (
        <>
          <div className={classes.actions}>
            <RequestRun source={source} range={range} isWatched={isWatched} />
            <SegmentedControl
              size="xs"
              aria-label="State"
              data={states}
              value={state}
              onChange={(value) => onShow({ state: value })}
            />
          </div>
          {nodes.length === 0 ? (
            <Nothing state={state} onAll={() => onShow({ state: "" })} />
          ) : (
            <div className={classes.list}>
              <DocumentTable documents={nodes} />
            </div>
          )}
          <Pager page={page} pageSize={pageSize} total={total} onPage={(next) => onShow({ state, page: next })} />
        </>
      )}
    </Panel>
  );
}

function Nothing({ state, onAll }: { state: string; onAll(): void }) {
  if (state === "")
    return (
      <p className={classes.words}>
        No fetched listing contains a filing of these days. Start a run to fetch the listing again.
      </p>
    );
  return (
    <p className={classes.words}>
      No filings of these days have this status. <ShowAll onClick={onAll} />
    </p>
  );
}

function DocumentTable({ documents }: { documents: Document[] }) {
  return (
    <DataTable
      label="Filings"
      rows={documents}
      keyOf={({ documentId }) => documentId}
      columns={[
        {
          id: "document",
          head: "Filing",
          narrow: "first",
          cell: ({ documentId }) => (
            <Link to="/admin/filings" search={{ ref: documentId }}>
              <ForeignText>{documentId}</ForeignText>
            </Link>
          ),
        },
        { id: "day", head: "Filed", narrow: "second", cell: ({ listedOn }) => listedOn },
        { id: "kind", head: "Kind", narrow: "second", cell: ({ kind }) => <ForeignText>{kind}</ForeignText> },
        { id: "state", head: "State", narrow: "second", cell: (document) => <State document={document} /> },
        { id: "why", head: "Why", narrow: "second", cell: (document) => <Why document={document} /> },
        { id: "source", head: "Source", cell: ({ url }) => <SourceLink url={url}>publisher</SourceLink> },
      ]}
    />
  );
}

function State({ document: { state, ignored, quarantineId } }: { document: Document }) {
  const words = ignored ? "– ignored" : (stateTexts[state] ?? state);
  if (quarantineId === null) return words;
  return (
    <Link to="/admin/quarantine/$id" params={{ id: String(quarantineId) }}>
      {words}
    </Link>
  );
}

function Why({ document: { state, reason, message, attempts, lastError, retryAt } }: { document: Document }) {
  if (reason) return <ForeignText>{shortened(`${reason}: ${message ?? ""}`, 90)}</ForeignText>;
  if (!lastError) return "–";
  const tries = attempts === 1 ? "1 failed attempt" : `${count(attempts)} failed attempts`;
  // the time of the retry is that of the last failure, also for a filing that was stored meanwhile
  const again = retryAt && state === "not_fetched" ? `; next retry at ${instant(retryAt)} UTC` : "";
  return <ForeignText>{shortened(`${tries}, ${lastError}${again}`, 90)}</ForeignText>;
}
