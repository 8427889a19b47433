// /companies: companies with sums over the last 90 days of filings. A name opens the company's page.
import listCompanies from "../../../../rest/routes/list-companies.ts";
import { companySorts } from "../../../filters/directories.ts";
import { count, dollars } from "../../frame/format.ts";
import type { Column } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import { Companies, type CompaniesQuery } from "../../generated/operations.ts";
import { DataLink } from "../cells.tsx";
import { ListPage, type ListView, sortedBy } from "../list/list-page.tsx";

type Row = CompaniesQuery["companies"]["nodes"][number];

export function CompaniesPage() {
  return (
    <ListPage
      title="Companies"
      path="/companies"
      route={listCompanies}
      operation={Companies}
      rowsOf={({ companies }) => companies}
      keyOf={({ cik }) => cik}
      searched="q"
      hint="Name, ticker or CIK"
      columns={columnsOf}
    />
  );
}

/** The sums of the window by which the list can be sorted. */
const sumsOf = (view: ListView) => {
  const days = Number(view.request.variables?.days ?? 90);
  return (row: Row) => row.windows.find((window) => window.days === days);
};

function columnsOf(view: ListView): Column<Row>[] {
  const by = sortedBy(view, companySorts);
  const sums = sumsOf(view);
  return [
    {
      id: "name",
      head: "Company",
      narrow: "first",
      cell: ({ cik, name }) => (
        <DataLink to="companies" id={cik}>
          {name}
        </DataLink>
      ),
      ...by("NAME"),
    },
    {
      id: "ticker",
      head: "Ticker",
      narrow: "second",
      cell: ({ ticker }) => <ForeignText>{ticker ?? "–"}</ForeignText>,
    },
    { id: "sector", head: "Sector", cell: ({ sector }) => sector ?? "–" },
    {
      id: "filed",
      head: "Newest filing",
      narrow: "second",
      cell: ({ lastFiledOn }) => lastFiledOn ?? "–",
      ...by("LAST_FILING"),
    },
    {
      id: "buyers",
      head: "People who bought",
      number: true,
      cell: (row) => count(sums(row)?.insiders.distinctBuyers),
      ...by("DISTINCT_BUYERS"),
    },
    {
      id: "bought",
      head: "▲ Bought",
      number: true,
      narrow: "second",
      cell: (row) => dollars(sums(row)?.insiders.buyValue ?? null),
      ...by("BUY_VALUE"),
    },
    {
      id: "sold",
      head: "▼ Sold",
      number: true,
      narrow: "second",
      cell: (row) => dollars(sums(row)?.insiders.sellValue ?? null),
      ...by("SELL_VALUE"),
    },
    {
      id: "members",
      head: "Purchases by members of Congress",
      number: true,
      cell: (row) => count(sums(row)?.members.purchaseCount),
      ...by("MEMBER_PURCHASES"),
    },
  ];
}
