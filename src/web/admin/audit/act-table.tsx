// What people changed: time, who, what, to what, before and after.
import { ForeignText } from "../../frame/foreign-text.tsx";
import { instant, shortened } from "../../frame/format.ts";
import { type Column, DataTable } from "../../frame/table/data-table.tsx";
import type { AuditQuery } from "../../generated/operations.ts";

type Act = AuditQuery["auditLog"]["nodes"][number];

export function ActTable({ acts }: { acts: Act[] }) {
  return <DataTable label="Acts" rows={acts} keyOf={({ id }) => String(id)} columns={columns} />;
}

const columns: Column<Act>[] = [
  { id: "at", head: "time (UTC)", narrow: "first", cell: ({ at }) => <time dateTime={at}>{instant(at)}</time> },
  { id: "actor", head: "actor", narrow: "second", cell: ({ actor }) => <ForeignText>{actor}</ForeignText> },
  { id: "action", head: "act", narrow: "second", cell: ({ action }) => action },
  {
    id: "object",
    head: "object",
    narrow: "second",
    cell: ({ objectType, objectId }) => <ForeignText>{`${objectType} ${objectId}`}</ForeignText>,
  },
  { id: "before", head: "before", cell: ({ before }) => <Kept value={before} /> },
  { id: "after", head: "after", cell: ({ after }) => <Kept value={after} /> },
];

function Kept({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <>–</>;
  const text = JSON.stringify(value);
  return (
    <code>
      <ForeignText>{shortened(text, 80)}</ForeignText>
    </code>
  );
}
