// The price of a company with its trades on it, for administrators: the API gives no prices, and providers allow no others.
import { personName } from "../../../domain/person-names.ts";
import { dollars, exact, madeVisible, perShare } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { CompanyPrices, type CompanyPricesQuery } from "../../generated/operations.ts";
import { PricesPanel, type PricesWithTrades, sinceOf, type Years } from "../prices-panel.tsx";

interface CompanyPricesPanelProps {
  cik: string;
  years: Years;
  onYears(years: Years): void;
}

export function CompanyPricesPanel({ cik, years, onYears }: CompanyPricesPanelProps) {
  const query = useRead(CompanyPrices, { cik, from: sinceOf(years) });
  return <PricesPanel title="Price" query={query} read={marked} years={years} onYears={onYears} />;
}

function marked({ company }: CompanyPricesQuery): PricesWithTrades {
  if (!company) return { line: nothing, marks: [], trades: 0 };
  const { priceLine, trades } = company;
  return {
    line: priceLine,
    trades: trades.total,
    marks: trades.nodes.flatMap(({ tradedOn, filedOn, transactionCode, shares, price, value, insider }) =>
      tradedOn
        ? {
            day: tradedOn,
            side: transactionCode === "S" ? "sell" : "buy",
            words: madeVisible(
              `${personName(insider.name)} ${transactionCode === "S" ? "sold" : "bought"} ${exact(shares)} at $${perShare(price)}, ${dollars(value)}, filed ${filedOn}`,
            ),
          }
        : [],
    ),
  };
}

const nothing = { symbol: null, provider: null, dividends: null, step: null, reason: "no_ticker", points: [] };
