// One row from its raw bytes to the response. The raw file is parsed again when requested.
import { Button, Skeleton } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { Fact, Facts } from "../../frame/facts.tsx";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { exact, instant } from "../../frame/format.ts";
import { FormFailure } from "../../frame/forms.tsx";
import { useRead } from "../../frame/operation.ts";
import { DataTable } from "../../frame/table/data-table.tsx";
import { ExplainPoliticianTrade, ExplainTrade, type ExplainTradeQuery } from "../../generated/operations.ts";

type Explanation = NonNullable<ExplainTradeQuery["explainTrade"]>;

export function ExplainedTrade({ id }: { id: number }) {
  const [requested, setRequested] = useState(false);
  const read = useRead(ExplainTrade, { id }, { enabled: requested });
  return (
    <OnRequest requested={requested} request={() => setRequested(true)} query={read} row={read.data?.explainTrade} />
  );
}

export function ExplainedPoliticianTrade({ id }: { id: number }) {
  const [requested, setRequested] = useState(false);
  const read = useRead(ExplainPoliticianTrade, { id }, { enabled: requested });
  return (
    <OnRequest
      requested={requested}
      request={() => setRequested(true)}
      query={read}
      row={read.data?.explainPoliticianTrade}
    />
  );
}

interface OnRequestProps {
  requested: boolean;
  request(): void;
  query: Pick<UseQueryResult, "error">;
  row: Explanation | null | undefined;
}

function OnRequest({ requested, request, query, row }: OnRequestProps) {
  if (!requested)
    return (
      <Button size="compact-sm" variant="default" onClick={request}>
        Read its file again
      </Button>
    );
  if (query.error) return <FormFailure error={query.error} />;
  if (row === undefined) return <Skeleton height={200} animate={false} />;
  return row === null ? <>There is no such row.</> : <Explained row={row} />;
}

const text = (value: string | null) => (value === null ? "–" : <ForeignText>{value}</ForeignText>);

function Explained({ row }: { row: Explanation }) {
  return (
    <>
      <KeptFile row={row} />
      <DataTable
        label="Its fields"
        rows={row.fields}
        keyOf={({ name }) => name}
        columns={[
          { id: "field", head: "field", narrow: "first", cell: ({ name }) => <code>{name}</code> },
          { id: "filed", head: "as filed", narrow: "second", cell: ({ filed }) => text(filed) },
          { id: "read", head: "as read", narrow: "second", cell: ({ read }) => text(read) },
          {
            id: "stored",
            head: "as stored",
            narrow: "second",
            cell: ({ stored, agrees }) => (agrees ? "✓ the same" : <>✗ {text(stored)}</>),
          },
          { id: "position", head: "from", narrow: "second", cell: ({ position }) => text(position) },
        ]}
      />
      <DataTable
        label="What was derived"
        rows={row.derived}
        keyOf={({ name, from }) => `${name} ${from}`}
        columns={[
          { id: "name", head: "derived", narrow: "first", cell: ({ name }) => <code>{name}</code> },
          { id: "value", head: "value", narrow: "second", cell: ({ value }) => text(value) },
          { id: "from", head: "from", narrow: "second", cell: ({ from }) => text(from) },
        ]}
      />
      <ul aria-label="Rules applied">
        {row.rules.map(({ name, version }) => (
          <li key={name}>
            {name}: <code>{version}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

function KeptFile({ row: { file, position, problem } }: { row: Explanation }) {
  return (
    <Facts>
      {file && (
        <Fact name="File">
          {text(file.name)}, {file.bytes === null ? "–" : exact(String(file.bytes))} bytes
          {file.firstSeenAt && <>, first seen {instant(file.firstSeenAt)} UTC</>}
          <div>
            SHA-256 <code>{file.sha256 ?? "–"}</code>
          </div>
          <div>{file.state === "intact" ? "✓ its bytes still have that hash" : text(file.problem)}</div>
        </Fact>
      )}
      <Fact name="Place in it">{text(position)}</Fact>
      {problem && <Fact name="Not read again">{text(problem)}</Fact>}
    </Facts>
  );
}
