// One row from its raw bytes to the response. The raw file is parsed again when requested.
import { Button, Skeleton } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { Fact, Facts } from "../frame/facts.tsx";
import { exact, instant } from "../frame/format.ts";
import { FormFailure } from "../frame/forms.tsx";
import { useRead } from "../frame/operation.ts";
import { DataTable } from "../frame/table/data-table.tsx";
import { ForeignText } from "../frame/text.tsx";
import { ExplainPoliticianTrade, ExplainTrade, type ExplainTradeQuery } from "../generated/operations.ts";

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
        Compare with the file
      </Button>
    );
  if (query.error) return <FormFailure error={query.error} />;
  if (row === undefined) return <Skeleton height={200} animate={false} />;
  return row === null ? <>Row not found.</> : <Explained row={row} />;
}

const text = (value: string | null) => (value === null ? "–" : <ForeignText>{value}</ForeignText>);

function Explained({ row }: { row: Explanation }) {
  return (
    <>
      <KeptFile row={row} />
      <DataTable
        label="Fields"
        rows={row.fields}
        keyOf={({ name }) => name}
        columns={[
          { id: "field", head: "Field", narrow: "first", cell: ({ name }) => <code>{name}</code> },
          { id: "filed", head: "As filed", narrow: "second", cell: ({ filed }) => text(filed) },
          { id: "read", head: "As read", narrow: "second", cell: ({ read }) => text(read) },
          {
            id: "stored",
            head: "As stored",
            narrow: "second",
            cell: ({ stored, agrees }) => (agrees ? "✓ same" : <>✗ {text(stored)}</>),
          },
          { id: "position", head: "From", narrow: "second", cell: ({ position }) => text(position) },
        ]}
      />
      <DataTable
        label="Derived values"
        rows={row.derived}
        keyOf={({ name, from }) => `${name} ${from}`}
        columns={[
          { id: "name", head: "Derived", narrow: "first", cell: ({ name }) => <code>{name}</code> },
          { id: "value", head: "Value", narrow: "second", cell: ({ value }) => text(value) },
          { id: "from", head: "From", narrow: "second", cell: ({ from }) => text(from) },
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
          <div>{file.state === "intact" ? "✓ matches the stored file" : text(file.problem)}</div>
        </Fact>
      )}
      <Fact name="Position in the file">{text(position)}</Fact>
      {problem && <Fact name="Not compared">{text(problem)}</Fact>}
    </Facts>
  );
}
