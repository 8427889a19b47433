// Refusals as single rows, newest first.
import { useNavigate } from "@tanstack/react-router";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { instant, shortened } from "../../frame/format.ts";
import { DataTable } from "../../frame/table/data-table.tsx";
import type { QuarantineQuery } from "../../generated/operations.ts";
import { sourceName } from "../ingestion/sources.ts";
import { statusInWords } from "./status.ts";

type Item = QuarantineQuery["quarantine"]["nodes"][number];

/** The record reference without the document id, which has its own column. */
const withinDocument = ({ recordRef, documentId }: Item) =>
  documentId && recordRef.startsWith(`${documentId} `) ? recordRef.slice(documentId.length + 1) : recordRef;
const lastSegment = (path: string) => path.split(/[/\\]/).at(-1) ?? path;

export function ItemTable({ items }: { items: Item[] }) {
  const navigate = useNavigate();
  return (
    <DataTable
      label="Refusals"
      rows={items}
      keyOf={({ id }) => String(id)}
      onOpen={({ id }) => void navigate({ to: "/admin/quarantine/$id", params: { id: String(id) } })}
      columns={[
        { id: "id", head: "id", number: true, cell: ({ id }) => id },
        {
          id: "file",
          head: "file",
          narrow: "first",
          cell: ({ fileName, documentId }) => <ForeignText>{documentId ?? lastSegment(fileName)}</ForeignText>,
        },
        {
          id: "record",
          head: "record",
          narrow: "second",
          cell: (item) => (item.recordRef === "" ? "whole file" : <ForeignText>{withinDocument(item)}</ForeignText>),
        },
        { id: "source", head: "source", cell: ({ source }) => sourceName(source) },
        { id: "reason", head: "reason", narrow: "second", cell: ({ reason }) => <code>{reason}</code> },
        { id: "status", head: "status", narrow: "second", cell: ({ status }) => statusInWords(status) },
        {
          id: "message",
          head: "why",
          cell: ({ message }) => <ForeignText>{shortened(message, 60)}</ForeignText>,
        },
        { id: "at", head: "refused (UTC)", narrow: "second", cell: ({ createdAt }) => instant(createdAt) },
      ]}
    />
  );
}
