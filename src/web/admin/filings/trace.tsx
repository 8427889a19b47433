// One filing: its stages, why it stopped and what to do about it, its rows, and related filings.
import { Alert, TextInput } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { addDays, todayUtc } from "../../../lib/calendar-date.ts";
import { findDocumentSource } from "../../../sources/sources.ts";
import { count, instant, shortened } from "../../frame/format.ts";
import { Panel } from "../../frame/panel.tsx";
import { SourceLink, sourceName } from "../../frame/sources.tsx";
import { DataTable } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import type { FilingTraceQuery } from "../../generated/operations.ts";
import { isDay } from "../ingestion/days.ts";
import { RequestRun } from "../ingestion/runs.tsx";
import { type Stage, Stages } from "../stages/stages.tsx";
import classes from "./trace.module.css";

// A filing that is in no listing was never fetched; a run of its day may load it. The numbers of neighbouring filings
// tell the day, or the administrator enters it.
function RequestDay({ trace, isWatched }: { trace: FilingTrace; isWatched: boolean }) {
  const { source, aroundFrom, aroundTo } = trace;
  const [day, setDay] = useState(aroundFrom ?? aroundTo ?? "");
  const isRight = isDay(day) && day <= todayUtc();
  return (
    <Alert variant="default" mt={12} title="· Never fetched">
      <p className={classes.words}>
        No fetched listing contains this filing. {guess(aroundFrom, aroundTo)} A run of its filing day fetches it.
      </p>
      <div className={classes.ask}>
        <TextInput
          type="date"
          label="Filed on"
          value={day}
          max={todayUtc()}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        {isRight && (
          <>
            <RequestRun
              source={source}
              range={{ from: day, to: day }}
              isWatched={isWatched}
              label={`Start run of ${day}`}
            />
            <Link to="/admin/ingestion" search={{ source, from: day, until: weekBehind(day) }}>
              Coverage of that day
            </Link>
          </>
        )}
      </div>
    </Alert>
  );
}

const weekBehind = (day: string): string | undefined => {
  const behind = addDays(day, 3);
  return behind < todayUtc() ? behind : undefined;
};

function guess(from: string | null, to: string | null): string {
  if (from && to)
    return from === to
      ? `Its number suggests that it was filed on ${from}.`
      : `Its number suggests that it was filed from ${from} to ${to}.`;
  if (from) return `Its number suggests that it was filed on ${from} or later.`;
  return to ? `Its number suggests that it was filed on ${to} or before.` : "";
}

interface TraceProps {
  trace: FilingTrace;
  query: UseQueryResult<FilingTraceQuery, Error>;
  watched: string[];
}

export function Trace({ trace, query, watched }: TraceProps) {
  const { source, documentId, kind, filedOn, url, stages } = trace;
  return (
    <>
      <Panel title={`${sourceName(source)}: ${documentId}`} query={query} height={190}>
        {() => (
          <>
            <p className={classes.about}>
              {kind && <ForeignText>{`${findDocumentSource(source)?.documents.kindPrefix ?? ""}${kind}`}</ForeignText>}
              {filedOn && <span>filed {filedOn}</span>}
              {url && <SourceLink url={url}>at the publisher</SourceLink>}
              {trace.fromCopyOf !== null && (
                <Link to="/admin/quarantine/$id" params={{ id: String(trace.fromCopyOf) }}>
                  read from a corrected copy
                </Link>
              )}
            </p>
            <Stages label="Stages of the filing" stages={stages.map(toStage)} />
            <NextStep trace={trace} isWatched={watched.includes(source)} />
          </>
        )}
      </Panel>
      {trace.refusals.length > 0 && <Refusals trace={trace} query={query} />}
      <TraceRows trace={trace} query={query} />
      {trace.relatives.length > 0 && <Relatives trace={trace} query={query} />}
    </>
  );
}

const toStage = ({ name, state, at, words }: FilingTrace["stages"][number]): Stage => ({
  name: name as Stage["name"],
  state: state as Stage["state"],
  value: name === "listed" && at ? at.slice(0, 10) : at ? `${instant(at).slice(0, 16)} UTC` : "–",
  note: <ForeignText>{shortened(words, 240)}</ForeignText>,
});

/** What to do about a filing that stopped. */
function NextStep({ trace, isWatched }: { trace: FilingTrace; isWatched: boolean }) {
  const { source, filedOn, isKnown, stages, retryAt, refusals } = trace;
  const [refusal] = refusals.filter(({ status }) => status !== "resolved");
  if (!isKnown) return <RequestDay trace={trace} isWatched={isWatched} />;
  if (refusal)
    return (
      <Alert variant="default" mt={12} title="× Processing stopped at “parsed”">
        <Link to="/admin/quarantine/$id" params={{ id: String(refusal.id) }}>
          Open the quarantined filing
        </Link>
      </Alert>
    );
  const isMissing = stages.some(({ name, state }) => name === "fetched" && (state === "waiting" || state === "broken"));
  if (!isMissing || !filedOn) return null;
  return (
    <Alert variant="default" mt={12} title="… Listed, not fetched yet">
      {retryAt && <p className={classes.words}>Next attempt: {instant(retryAt)} UTC.</p>}
      <RequestRun
        source={source}
        range={{ from: filedOn, to: filedOn }}
        isWatched={isWatched}
        label={`Start run of ${filedOn}`}
      />
    </Alert>
  );
}

const statusTexts: Record<string, string> = { open: "× open", ignored: "– ignored", resolved: "✓ resolved" };

function Refusals({ trace, query }: Pick<TraceProps, "trace" | "query">) {
  return (
    <Panel title={`In quarantine: ${count(trace.refusals.length)}`} query={query} height={40}>
      {() => (
        <DataTable
          label="In quarantine"
          rows={trace.refusals}
          keyOf={({ id }) => String(id)}
          columns={[
            {
              id: "id",
              head: "Refusal",
              narrow: "first",
              cell: ({ id, reason }) => (
                <Link to="/admin/quarantine/$id" params={{ id: String(id) }}>
                  {id} {reason}
                </Link>
              ),
            },
            { id: "status", head: "Status", narrow: "second", cell: ({ status }) => statusTexts[status] ?? status },
            {
              id: "record",
              head: "Record",
              narrow: "second",
              cell: ({ recordRef }) => (recordRef === "" ? "whole file" : <ForeignText>{recordRef}</ForeignText>),
            },
            {
              id: "message",
              head: "Why",
              narrow: "second",
              cell: ({ message }) => <ForeignText>{shortened(message, 120)}</ForeignText>,
            },
          ]}
        />
      )}
    </Panel>
  );
}

function Relatives({ trace, query }: Pick<TraceProps, "trace" | "query">) {
  return (
    <Panel title="Corrections" query={query} height={40}>
      {() => (
        <DataTable
          label="Corrections"
          rows={trace.relatives}
          keyOf={({ relation, documentId }) => `${relation} ${documentId}`}
          columns={[
            {
              id: "relation",
              head: "This filing is",
              narrow: "second",
              cell: ({ relation }) => words[relation] ?? relation,
            },
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
            { id: "filed", head: "Filed", narrow: "second", cell: ({ filedOn }) => filedOn ?? "–" },
          ]}
        />
      )}
    </Panel>
  );
}

const words: Record<string, string> = {
  "superseded by": "superseded by",
  supersedes: "supersedes",
  amends: "an amendment of",
  "amended by": "amended by",
};

// The trades of the filing, each with a link to its own page.
type Row = FilingTrace["rows"][number];

function TraceRows({ trace, query }: { trace: FilingTrace; query: UseQueryResult<FilingTraceQuery, Error> }) {
  const { rows, rowCount, stages } = trace;
  const isLoaded = stages.some(({ name, state }) => name === "loaded" && state === "done");
  const more = rowCount > rows.length ? `, the first ${count(rows.length)}` : "";
  return (
    <Panel
      title={isLoaded ? `Rows: ${count(rowCount)}${more}` : "Rows"}
      query={query}
      height={40}
      empty={{
        when: () => rows.length === 0,
        say: isLoaded
          ? "The filing reports no transactions (a Form 3, or holdings only)."
          : "None yet. See above where processing stopped.",
      }}
    >
      {() => (
        <DataTable
          label="Rows of the filing"
          rows={rows}
          keyOf={({ id }) => String(id)}
          columns={[
            { id: "row", head: "Row", narrow: "second", cell: (row) => <RowLink row={row} /> },
            { id: "who", head: "Filer", narrow: "first", cell: ({ who }) => <ForeignText>{who}</ForeignText> },
            {
              id: "type",
              head: "Type",
              narrow: "second",
              cell: ({ tradeType }) => <ForeignText>{tradeType}</ForeignText>,
            },
            { id: "what", head: "Security", narrow: "second", cell: ({ what }) => <ForeignText>{what}</ForeignText> },
            { id: "traded", head: "Traded", narrow: "second", cell: ({ tradedOn }) => tradedOn ?? "–" },
            {
              id: "state",
              head: "State",
              narrow: "second",
              cell: ({ isSuperseded }) => (isSuperseded ? "– superseded" : "✓ listed"),
            },
          ]}
        />
      )}
    </Panel>
  );
}

function RowLink({ row: { id, kind } }: { row: Row }) {
  return <a href={`/${kind === "insiderTrade" ? "trades" : "congress"}?row=${id}`}>{String(id)}</a>;
}

type FilingTrace = NonNullable<FilingTraceQuery["filingTrace"]["trace"]>;
