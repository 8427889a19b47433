// /admin/quality: flagged rows, amendments in doubt, titles without a security class, filers that match no member,
// symbols without prices.
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Statistics } from "../../frame/facts.tsx";
import { count, instant, shortened } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { type Column, pageOf } from "../../frame/table/data-table.tsx";
import { ListPanel, pageSize } from "../../frame/table/list-panel.tsx";
import { ForeignText } from "../../frame/text.tsx";
import { Quality, type QualityQuery, UnmatchedFilers, type UnmatchedFilersQuery } from "../../generated/operations.ts";
import { AmendmentsPart } from "./amendments-part.tsx";
import { ClassesPart, FlagsPart } from "./flags-part.tsx";
import { PricesPart } from "./prices-part.tsx";
import { type PartProps, type QualitySearch, type Shown, shownOf } from "./search.ts";

// Filer names that match no known member, each with a link to their reports in quarantine.
type Filer = UnmatchedFilersQuery["unmatchedFilers"]["nodes"][number];

function FilersPart({ page, show }: PartProps) {
  return (
    <ListPanel
      title="Filers"
      query={useRead(UnmatchedFilers, { page, pageSize })}
      listOf={({ unmatchedFilers }) => unmatchedFilers}
      keyOf={({ source, name, reason }) => `${source} ${name} ${reason}`}
      columns={columns}
      empty="✓ Every report belongs to a known member. Filers who are on no roster are listed here."
      page={page}
      onPage={(next) => show({ page: String(next) })}
    />
  );
}

const columns: Column<Filer>[] = [
  { id: "name", head: "Name as filed", narrow: "first", cell: ({ name }) => <ForeignText>{name || "–"}</ForeignText> },
  { id: "source", head: "Source", narrow: "second", cell: ({ source }) => source },
  {
    id: "reports",
    head: "Reports",
    number: true,
    narrow: "second",
    cell: ({ source, reason, reports }) => (
      <Link to="/admin/quarantine" search={{ source, reason, status: "open" }}>
        {count(reports)}
      </Link>
    ),
  },
  {
    id: "newest",
    head: "Newest document",
    narrow: "second",
    cell: ({ document }) =>
      document ? (
        <Link to="/admin/filings" search={{ ref: document }}>
          <ForeignText>{document}</ForeignText>
        </Link>
      ) : (
        "–"
      ),
  },
  {
    id: "why",
    head: "Why",
    cell: ({ message }) => <ForeignText>{shortened(message, 90)}</ForeignText>,
  },
  { id: "seen", head: "Last seen (UTC)", number: true, cell: ({ lastSeenAt }) => instant(lastSeenAt) },
];

export function QualityPage() {
  const search = useSearch({ strict: false }) as QualitySearch;
  const navigate = useNavigate();
  const quality = useRead(Quality, {});
  const shown = shownOf(search.show);
  const show = (next: QualitySearch) =>
    void navigate({ to: "/admin/quality", search: { show: shown, ...next }, resetScroll: false });
  const part = { search, page: pageOf(search.page), show };
  const version = quality.data?.dataVersion;
  return (
    <Page
      waiting={quality.isPending}
      title="Data quality"
      summary={
        version
          ? `As of data version ${count(Number(version.version))}, ${instant(version.asOf)} UTC. Values are kept as filed.`
          : " "
      }
    >
      <Panel title="Summary" query={quality} height={94}>
        {(data) => <Statistics statistics={statisticsOf(data, shown)} />}
      </Panel>
      {shown === "flags" && <FlagsPart flags={quality} {...part} />}
      {shown === "amendments" && <AmendmentsPart counts={quality} {...part} />}
      {shown === "classes" && <ClassesPart {...part} />}
      {shown === "filers" && <FilersPart {...part} />}
      {shown === "prices" && <PricesPart reasons={quality} {...part} />}
    </Page>
  );
}

function statisticsOf(data: QualityQuery, shown: Shown) {
  const { qualityFlags, notJudgedTitles, unmatchedFilers, unpricedReasons } = data;
  const { undecidedTrades, notRestatedTrades, waitingAmendments } = data;
  const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
  const recent = sum(qualityFlags.map(({ last90Days }) => last90Days));
  const before = sum(qualityFlags.map(({ the90DaysBefore }) => the90DaysBefore));
  const statistic = (which: Shown, label: string, value: number, note: string) => ({
    label,
    value: value > 0 ? `! ${count(value)}` : "✓ 0",
    note,
    to: "/admin/quality",
    search: { show: which },
    shown: shown === which,
  });
  return [
    statistic(
      "flags",
      "Rows with a flag",
      sum(qualityFlags.map(({ rows }) => rows)),
      `last 90 days ${count(recent)}, 90 days before ${count(before)}`,
    ),
    statistic(
      "amendments",
      "Undecided amendments",
      undecidedTrades.total + notRestatedTrades.total + waitingAmendments.total,
      `${count(undecidedTrades.total)} rows need a decision`,
    ),
    statistic("classes", "Titles without a class", notJudgedTitles.total, "securities that no pattern covers"),
    statistic("filers", "Unmatched filers", unmatchedFilers.total, "names on quarantined reports"),
    statistic(
      "prices",
      "Tickers without prices",
      sum(unpricedReasons.map(({ symbols }) => symbols)),
      "companies and tickers with trades",
    ),
  ];
}
