// A member's trades: all, or only those that are late, committee-related or both.
import { Chip, Group } from "@mantine/core";
import { ForeignText } from "../../../frame/foreign-text.tsx";
import { count } from "../../../frame/format.ts";
import { useRead } from "../../../frame/operation.ts";
import { Panel } from "../../../frame/panel.tsx";
import { DataTable, Pager, pageOf, ShowAll } from "../../../frame/table/data-table.tsx";
import { MemberTrades as Operation } from "../../../generated/operations.ts";
import { Asset, Committee, Late } from "../politician-trades/cells.tsx";
import { dateColumns, rangeColumn, typeColumn } from "../politician-trades/columns.tsx";

export interface TradeSearch {
  isLate?: string | undefined;
  isCommitteeTrade?: string | undefined;
  page?: string | undefined;
  row?: string | undefined;
}

interface MemberTradesProps {
  id: string;
  search: TradeSearch;
  onSearch(next: TradeSearch): void;
}

const pageSize = 25;
const isOn = (chip: string | undefined) => chip === "true";

export function MemberTrades({ id, search, onSearch }: MemberTradesProps) {
  const page = pageOf(search.page);
  const filter = {
    politicianId: id,
    ...(isOn(search.isLate) && { isLate: true }),
    ...(isOn(search.isCommitteeTrade) && { isCommitteeTrade: true }),
  };
  const trades = useRead(Operation, { filter, page, pageSize });
  const total = trades.data?.politicianTrades.total;
  const chip = (name: "isLate" | "isCommitteeTrade", label: string) => (
    <Chip
      size="xs"
      checked={isOn(search[name])}
      onChange={(checked) => onSearch({ ...search, [name]: checked ? "true" : undefined, page: undefined })}
    >
      {label}
    </Chip>
  );
  const isFiltered = isOn(search.isLate) || isOn(search.isCommitteeTrade);
  return (
    <>
      <Panel
        title={total === undefined ? "Trades" : `Trades: ${count(total)}`}
        query={trades}
        height={240}
        actions={
          <Group gap={8} role="group" aria-label="Only">
            {chip("isLate", "late")}
            {chip("isCommitteeTrade", "committee-related")}
          </Group>
        }
        empty={{
          when: ({ politicianTrades }) => politicianTrades.nodes.length === 0,
          say: isFiltered ? (
            <>
              No trade is{" "}
              {[isOn(search.isLate) && "late", isOn(search.isCommitteeTrade) && "committee-related"]
                .filter(Boolean)
                .join(" and ")}
              . <ShowAll onClick={() => onSearch({})} />
            </>
          ) : (
            "No trade of this member is in the store. Reports come with disclosed sync house senate."
          ),
        }}
      >
        {({ politicianTrades }) => (
          <DataTable
            label="Trades of this member"
            rows={politicianTrades.nodes}
            keyOf={(row) => String(row.id)}
            onOpen={(row) => onSearch({ ...search, row: String(row.id) })}
            isMarked={(row) => String(row.id) === search.row}
            columns={[
              ...dateColumns,
              { id: "late", head: "late?", narrow: "second", cell: (row) => <Late trade={row} /> },
              { id: "committee", head: "committee?", narrow: "second", cell: (row) => <Committee trade={row} /> },
              typeColumn,
              {
                id: "asset",
                head: "asset",
                narrow: "first",
                cell: (row) => <Asset trade={row} />,
              },
              rangeColumn,
              {
                id: "owner",
                head: "owner",
                cell: ({ owner }) => <ForeignText>{owner ?? "–"}</ForeignText>,
              },
            ]}
          />
        )}
      </Panel>
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        onPage={(next) => onSearch({ ...search, page: String(next), row: undefined })}
      />
    </>
  );
}
