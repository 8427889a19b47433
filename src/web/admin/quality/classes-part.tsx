// Titles of securities and names of assets that no reviewed pattern covers, and the rows of one of them.
import { ForeignText } from "../../frame/foreign-text.tsx";
import { count, shortened } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Panel } from "../../frame/panel.tsx";
import { type Column, DataTable, Pager, ShowAll } from "../../frame/table/data-table.tsx";
import { NotJudgedRows, NotJudgedTitles, type NotJudgedTitlesQuery } from "../../generated/operations.ts";
import { rowColumns } from "./flags-part.tsx";
import { type PartProps, pageSize } from "./search.ts";

type Title = NotJudgedTitlesQuery["notJudgedTitles"]["nodes"][number];

export function ClassesPart(part: PartProps) {
  const { source, title } = part.search;
  return source !== undefined && title !== undefined ? (
    <RowsOfTitle {...part} source={source} title={title} />
  ) : (
    <Titles {...part} />
  );
}

function Titles({ page, show }: PartProps) {
  const titles = useRead(NotJudgedTitles, { page, pageSize });
  const total = titles.data?.notJudgedTitles.total;
  return (
    <>
      <Panel
        title={total === undefined ? "Titles" : `Titles: ${count(total)}`}
        query={titles}
        height={300}
        empty={{
          when: ({ notJudgedTitles }) => notJudgedTitles.nodes.length === 0,
          say: "✓ A reviewed pattern covers every title and every asset.",
        }}
      >
        {({ notJudgedTitles }) => (
          <DataTable
            label="Titles"
            rows={notJudgedTitles.nodes}
            keyOf={({ source, title, kind }) => `${source} ${kind} ${title}`}
            columns={columns}
            onOpen={({ source, title }) => show({ source, title })}
          />
        )}
      </Panel>
      <Pager page={page} pageSize={pageSize} total={total} onPage={(next) => show({ page: String(next) })} />
    </>
  );
}

function RowsOfTitle({ source, title, page, show }: PartProps & { source: string; title: string }) {
  const rows = useRead(NotJudgedRows, { source, title, page, pageSize });
  const total = rows.data?.notJudgedRows.total;
  const all = <ShowAll onClick={() => show({})} />;
  return (
    <>
      <Panel
        title={total === undefined ? "Rows" : `Rows: ${count(total)} (${source}: ${shortened(title, 60)})`}
        query={rows}
        height={300}
        actions={all}
        empty={{ when: ({ notJudgedRows }) => notJudgedRows.nodes.length === 0, say: <>No such row. {all}</> }}
      >
        {({ notJudgedRows }) => (
          <DataTable
            label="Rows without a class"
            rows={notJudgedRows.nodes}
            keyOf={({ source, id, document }, index) => `${source} ${id ?? `${document} ${index}`}`}
            columns={rowColumns}
          />
        )}
      </Panel>
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        onPage={(next) => show({ source, title, page: String(next) })}
      />
    </>
  );
}

const columns: Column<Title>[] = [
  {
    id: "title",
    head: "title or asset",
    narrow: "first",
    cell: ({ title }) => <ForeignText>{shortened(title, 90)}</ForeignText>,
  },
  { id: "source", head: "source", narrow: "second", cell: ({ source }) => source },
  {
    id: "kind",
    head: "table or type",
    narrow: "second",
    cell: ({ kind }) => (kind === null ? "–" : <ForeignText>{kind}</ForeignText>),
  },
  { id: "rows", head: "rows", number: true, narrow: "second", cell: ({ rows }) => count(rows) },
  { id: "newest", head: "newest filed", number: true, cell: ({ newestFiledOn }) => newestFiledOn },
];
