// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a long text scrolls, so its frame takes the focus
// /admin/quarantine/:id: one refused record. The raw file with the offending line beside the parsed fields. It can be
// retried, replaced by a corrected copy, or ignored with a reason.
import { Group } from "@mantine/core";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { filingOf } from "../../../domain/shown-names.ts";
import { Fact, Facts } from "../../frame/facts.tsx";
import { count, instant, madeVisible, shortened } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { sourceName } from "../../frame/sources.tsx";
import { DataTable } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import { type QuarantineItemQuery, QuarantineItem as quarantineItem } from "../../generated/operations.ts";
import { Correct, IgnoreButton, type RefusedItem } from "./item-actions.tsx";
import classes from "./quarantine.module.css";
import { formatStatus, recordOf } from "./status.tsx";

// The text of a refused file, or the text layer of a PDF, with the offending line marked and scrolled into view.
const kinds: Record<string, string> = {
  text: "The file's text",
  pdf: "The text layer of the PDF",
  binary: "The beginning of the file, as bytes",
};

function RawText({ content }: { content: RefusedItem["content"] }) {
  const { lines, firstLine, totalLines, markedLine, missing, kind } = content;
  const marked = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: brought into sight again when another line is marked
  useEffect(() => {
    const line = marked.current;
    const frame = line?.parentElement;
    // scrolls the frame only, not the page
    if (line && frame) frame.scrollTop = line.offsetTop - frame.offsetTop - 120;
  }, [markedLine]);
  if (missing) return <p className={classes.note}>{missing}</p>;
  const last = firstLine + lines.length - 1;
  return (
    <div>
      <ol className={classes.raw} tabIndex={0} aria-label={kinds[kind ?? "text"]}>
        {lines.map((line, index) => {
          const number = firstLine + index;
          const isMarked = number === markedLine;
          return (
            <li key={number} data-marked={isMarked || undefined} ref={isMarked ? marked : undefined}>
              <span className={classes.number}>
                {isMarked && (
                  <span className={classes.mark} role="img" aria-label="failing line">
                    ×
                  </span>
                )}
                {number}
              </span>
              <bdi dir="ltr">{visible(line)}</bdi>
            </li>
          );
        })}
      </ol>
      <p className={classes.note}>
        {kinds[kind ?? "text"]}, lines {count(firstLine)} to {count(last)} of {count(totalLines)}.
        {markedLine === null && " The failing line is unknown."}
      </p>
    </div>
  );
}

/** Makes hidden characters visible, except tabs. */
const visible = (line: string) => line.split("\t").map(madeVisible).join("\t");

// The parsed fields of a refused record: field, value, and problem.
function Readings({ readings }: { readings: RefusedItem["content"]["readings"] }) {
  return (
    <table className={classes.readings} aria-label="Parsed fields">
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

export function QuarantineItemPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useRead(quarantineItem, { id: Number.parseInt(id, 10) || 0 });
  const item = query.data?.quarantineItem;
  return (
    <Page
      waiting={query.isPending}
      title={item ? titleOf(item) : "Refused file"}
      summary={item ? <ForeignText>{item.message}</ForeignText> : " "}
      actions={item && <IgnoreButton item={item} />}
    >
      <Panel title={item?.status === "resolved" ? "Refused, accepted since" : "Refused"} query={query} height={150}>
        {({ quarantineItem: found }) => (
          <>
            <About item={found} />
            <Correct item={found} />
          </>
        )}
      </Panel>
      <Panel title="The raw file" query={query} height={240} actions={item?.sha256 && <Download item={item} />}>
        {({ quarantineItem: { content } }) => (
          <div className={classes.beside}>
            <RawText content={content} />
            <Readings readings={content.readings} />
          </div>
        )}
      </Panel>
      {item && item.copies.length > 0 && <Copies item={item} query={query} />}
      {item && item.ofFiling.length > 1 && (
        <Panel title={`All problems of this filing: ${count(item.ofFiling.length)}`} query={query} height={60}>
          {() => <OfFiling item={item} />}
        </Panel>
      )}
    </Page>
  );
}

function OfFiling({ item: { id, ofFiling } }: { item: RefusedItem }) {
  const navigate = useNavigate();
  return (
    <DataTable
      label="Problems of this filing"
      rows={ofFiling}
      keyOf={(one) => String(one.id)}
      isMarked={(one) => one.id === id}
      onOpen={(one) => void navigate({ to: "/admin/quarantine/$id", params: { id: String(one.id) } })}
      columns={[
        { id: "record", head: "Record", narrow: "first", cell: (one) => <ForeignText>{recordOf(one)}</ForeignText> },
        { id: "reason", head: "Reason", narrow: "second", cell: ({ reason }) => <code>{reason}</code> },
        { id: "status", head: "Status", narrow: "second", cell: ({ status }) => formatStatus(status) },
        { id: "why", head: "Why", cell: ({ message }) => <ForeignText>{shortened(message, 60)}</ForeignText> },
        {
          id: "file",
          head: "File",
          cell: ({ fileName }) => <ForeignText>{shortened(fileName, 60)}</ForeignText>,
        },
        { id: "at", head: "Refused (UTC)", narrow: "second", cell: ({ createdAt }) => instant(createdAt) },
      ]}
    />
  );
}

/** The title starts with the status: a file that was accepted later is no longer refused. */
function titleOf(item: RefusedItem): string {
  const words: Record<string, string> = { resolved: "Accepted after refusal", ignored: "Ignored" };
  return `${words[item.status] ?? "Refused"}: ${madeVisible(filingOf(item))}`;
}

function Download({ item }: { item: RefusedItem }) {
  return (
    <a href={`/raw/quarantine/${item.id}`} download>
      Download the original{item.content.bytes !== null && `, ${count(item.content.bytes)} bytes`}
    </a>
  );
}

function About({ item }: { item: RefusedItem }) {
  const { source, status, ignoredBecause, documentId, fileName, createdAt, lastSeenAt, resolvedAt, retries } = item;
  const fact = (name: string, value: React.ReactNode) => (
    <Facts>
      <Fact name={name}>{value}</Fact>
    </Facts>
  );
  return (
    <div className={classes.facts}>
      {fact("Status", formatStatus(status))}
      {ignoredBecause && fact("Ignored because", <ForeignText>{ignoredBecause}</ForeignText>)}
      {fact("Source", sourceName(source))}
      {documentId &&
        fact(
          "Filing",
          <Link to="/admin/filings" search={{ ref: documentId }}>
            <ForeignText>{documentId}</ForeignText>
          </Link>,
        )}
      {fact("Reason", <code>{item.reason}</code>)}
      {fact("Record", <ForeignText>{recordOf(item)}</ForeignText>)}
      {fact("First refused (UTC)", instant(createdAt))}
      {fact("Last refused (UTC)", instant(lastSeenAt))}
      {resolvedAt && fact("Accepted (UTC)", instant(resolvedAt))}
      {fact("Retried", retries === 0 ? "never" : retries === 1 ? "once" : `${count(retries)} times`)}
      {item.runId &&
        fact(
          "Run",
          <Link to="/admin/ingestion/runs/$id" params={{ id: item.runId }}>
            the last run that refused it
          </Link>,
        )}
      {fact("File", <ForeignText>{fileName}</ForeignText>)}
    </div>
  );
}

function Copies({
  item,
  query,
}: {
  item: RefusedItem;
  query: Parameters<typeof Panel<QuarantineItemQuery>>[0]["query"];
}) {
  return (
    <Panel title="Corrected copies" query={query} height={40}>
      {() => (
        <DataTable
          label="Corrected copies"
          rows={item.copies}
          keyOf={({ id }) => String(id)}
          columns={[
            {
              id: "file",
              head: "File",
              narrow: "first",
              cell: ({ fileName }) => <ForeignText>{fileName}</ForeignText>,
            },
            { id: "bytes", head: "Bytes", number: true, narrow: "second", cell: ({ bytes }) => count(bytes) },
            {
              id: "who",
              head: "Attached by",
              narrow: "second",
              cell: ({ attachedBy }) => <ForeignText>{attachedBy}</ForeignText>,
            },
            { id: "at", head: "Attached (UTC)", narrow: "second", cell: ({ attachedAt }) => instant(attachedAt) },
            { id: "came", head: "Result", narrow: "second", cell: (copy) => <CameOfIt copy={copy} /> },
            {
              id: "actions",
              head: "File",
              actions: true,
              narrow: "second",
              cell: ({ id }) => (
                <a href={`/raw/quarantine/${item.id}/copies/${id}`} download>
                  Download
                </a>
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

function CameOfIt({ copy: { refusedAs, runId } }: { copy: RefusedItem["copies"][number] }) {
  const [refusal] = refusedAs;
  if (refusal !== undefined)
    return (
      <Link to="/admin/quarantine/$id" params={{ id: String(refusal) }}>
        × refused
      </Link>
    );
  if (runId === null) return <>! the run was interrupted</>;
  return (
    <Group gap={8}>
      <Link to="/admin/ingestion/runs/$id" params={{ id: runId }}>
        ✓ accepted
      </Link>
    </Group>
  );
}
