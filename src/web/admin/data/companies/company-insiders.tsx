// Insiders who bought and sold shares of the company, latest first.
import { ForeignText } from "../../../frame/foreign-text.tsx";
import { count, dollars } from "../../../frame/format.ts";
import { useRead } from "../../../frame/operation.ts";
import { Panel } from "../../../frame/panel.tsx";
import { DataTable, Pager } from "../../../frame/table/data-table.tsx";
import { CompanyInsiders as Operation } from "../../../generated/operations.ts";
import { InsiderName } from "../names.tsx";

interface CompanyInsidersProps {
  cik: string;
  page: number;
  onPage(page: number): void;
}

const pageSize = 25;

export function CompanyInsiders({ cik, page, onPage }: CompanyInsidersProps) {
  const query = useRead(Operation, { cik, page, pageSize });
  const total = query.data?.company?.insiders.total;
  return (
    <>
      <Panel
        title={total === undefined ? "Who trades here" : `Who trades here: ${count(total)}`}
        query={query}
        height={200}
        empty={{
          when: ({ company }) => !company || company.insiders.nodes.length === 0,
          say: "No insider bought or sold on the market; grants, gifts and options are no such trades.",
        }}
      >
        {({ company }) =>
          company && (
            <DataTable
              label="Insiders who bought or sold"
              rows={company.insiders.nodes}
              keyOf={(row) => row.cik}
              columns={[
                { id: "name", head: "insider", narrow: "first", cell: (row) => <InsiderName insider={row} /> },
                {
                  id: "role",
                  head: "role",
                  narrow: "second",
                  cell: ({ title }) => <ForeignText>{title ?? "–"}</ForeignText>,
                },
                { id: "last", head: "last trade", narrow: "second", cell: ({ lastTradedOn }) => lastTradedOn ?? "–" },
                { id: "buys", head: "▲ buys", number: true, cell: ({ buyCount }) => count(buyCount) },
                {
                  id: "bought",
                  head: "▲ bought ($)",
                  number: true,
                  narrow: "second",
                  cell: ({ buyValue }) => dollars(buyValue),
                },
                { id: "sells", head: "▼ sales", number: true, cell: ({ sellCount }) => count(sellCount) },
                {
                  id: "sold",
                  head: "▼ sold ($)",
                  number: true,
                  narrow: "second",
                  cell: ({ sellValue }) => dollars(sellValue),
                },
                { id: "suspect", head: "! left out", number: true, cell: ({ suspectCount }) => count(suspectCount) },
              ]}
            />
          )
        }
      </Panel>
      <Pager page={page} pageSize={pageSize} total={total} onPage={onPage} />
    </>
  );
}
