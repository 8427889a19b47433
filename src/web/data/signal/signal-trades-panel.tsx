// The trades that one hit rate counts, each with a link to its row.
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { personName } from "../../../domain/person-names.ts";
import { count, dollars, signed } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Panel } from "../../frame/panel.tsx";
import { type Column, DataTable, Pager, pageOf } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import { SignalTrades, type SignalTradesQuery } from "../../generated/operations.ts";

type Row = SignalTradesQuery["signalTrades"]["nodes"][number];

interface SignalTradesPanelProps {
  cell: { version: string; tier: string; direction: string; days: number };
  page: string | undefined;
  onClose(): void;
}

const pageSize = 25;

export function SignalTradesPanel({ cell, page: text, onClose }: SignalTradesPanelProps) {
  const page = pageOf(text);
  const trades = useRead(SignalTrades, { ...cell, page, pageSize }, { enabled: cell.version !== "" });
  const total = trades.data?.signalTrades.total;
  const what = cell.direction === "bearish" ? "sales" : "purchases";
  return (
    <>
      <Panel
        title={`Trades: ${cell.tier} ${what}, ${count(total)}, newest filing first`}
        query={trades}
        height={300}
        actions={
          <Button size="compact-sm" variant="default" onClick={onClose}>
            Close
          </Button>
        }
        empty={{ when: ({ signalTrades }) => signalTrades.nodes.length === 0, say: "No trades have this signal." }}
      >
        {({ signalTrades }) => (
          <DataTable
            label="Trades of the tier"
            rows={signalTrades.nodes}
            keyOf={({ id }) => String(id)}
            columns={columnsOf(cell)}
          />
        )}
      </Panel>
      <Pager page={page} pageSize={pageSize} total={total} />
    </>
  );
}

function columnsOf({ direction, days }: SignalTradesPanelProps["cell"]): Column<Row>[] {
  const tradeTypes = direction === "bearish" ? "S" : "P";
  return [
    {
      id: "ticker",
      head: "Ticker, company",
      narrow: "first",
      cell: ({ id, ticker, companyName, filedOn }) => (
        <Link
          to="/trades"
          search={{ tradeTypes, ticker: ticker ?? undefined, filedFrom: filedOn, filedTo: filedOn, row: String(id) }}
        >
          <ForeignText>{`${ticker ?? "–"} ${companyName}`}</ForeignText>
        </Link>
      ),
    },
    {
      id: "insider",
      head: "Insider",
      narrow: "second",
      cell: ({ insiderName }) => <ForeignText>{personName(insiderName)}</ForeignText>,
    },
    { id: "filed", head: "Filed", number: true, narrow: "second", cell: ({ filedOn }) => filedOn },
    { id: "traded", head: "Traded", number: true, cell: ({ tradedOn }) => tradedOn ?? "–" },
    { id: "lots", head: "Lots", number: true, cell: ({ lots }) => count(lots) },
    { id: "value", head: "Value ($)", number: true, narrow: "second", cell: ({ value }) => dollars(value) },
    { id: "score", head: "Score", number: true, cell: ({ signalScore }) => count(signalScore) },
    {
      id: "return",
      head: `Return, ${days} days (%)`,
      number: true,
      narrow: "second",
      cell: ({ returnPct }) => signed(returnPct),
    },
    { id: "alpha", head: "Alpha (%)", number: true, narrow: "second", cell: ({ alphaPct }) => signed(alphaPct) },
  ];
}
