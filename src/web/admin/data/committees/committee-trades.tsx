// Trades by members who sat on the committee, in sectors or industries of its jurisdiction.
import { ForeignText } from "../../../frame/foreign-text.tsx";
import { count } from "../../../frame/format.ts";
import { useRead } from "../../../frame/operation.ts";
import { Panel } from "../../../frame/panel.tsx";
import { DataTable, Pager } from "../../../frame/table/data-table.tsx";
import { CommitteeTrades as Operation } from "../../../generated/operations.ts";
import { Late } from "../politician-trades/cells.tsx";
import { dateColumns, memberColumn, rangeColumn, typeColumn } from "../politician-trades/columns.tsx";

interface CommitteeTradesProps {
  code: string;
  page: number;
  /** id of the open row */
  row: string | undefined;
  onOpen(row: string): void;
  onPage(page: number): void;
}

const pageSize = 25;
const bases: Record<string, string> = { roster: "✓ roster", inferred: "? inferred" };

export function CommitteeTrades({ code, page, row, onOpen, onPage }: CommitteeTradesProps) {
  const query = useRead(Operation, { code, page, pageSize });
  const total = query.data?.committee?.trades.total;
  return (
    <>
      <Panel
        title={total === undefined ? "Matched trades" : `Matched trades: ${count(total)}`}
        query={query}
        height={200}
        empty={{
          when: ({ committee }) => !committee || committee.trades.nodes.length === 0,
          say: "No member traded in what this committee covers while sitting on it, as far as rosters are known.",
        }}
      >
        {({ committee }) =>
          committee && (
            <DataTable
              label="Matched trades"
              rows={committee.trades.nodes}
              keyOf={({ id }) => String(id)}
              onOpen={({ id }) => onOpen(String(id))}
              isMarked={({ id }) => String(id) === row}
              columns={[
                ...dateColumns,
                { id: "late", head: "late?", cell: (row) => <Late trade={row} /> },
                memberColumn,
                typeColumn,
                {
                  id: "asset",
                  head: "asset",
                  narrow: "second",
                  cell: ({ ticker, assetName }) => <ForeignText>{ticker ?? assetName}</ForeignText>,
                },
                { id: "sector", head: "sector", cell: ({ sector }) => sector ?? "–" },
                rangeColumn,
                {
                  id: "basis",
                  head: "seat known by",
                  cell: ({ committeeMatches }) => {
                    const basis = committeeMatches.find((one) => one.code === code)?.basis ?? "–";
                    return bases[basis] ?? basis;
                  },
                },
              ]}
            />
          )
        }
      </Panel>
      <Pager page={page} pageSize={pageSize} total={total} onPage={onPage} />
    </>
  );
}
