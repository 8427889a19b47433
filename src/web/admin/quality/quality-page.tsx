// /admin/quality: flagged rows, amendments in doubt, titles without a security class, filers that match no member,
// symbols without prices.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Figures } from "../../frame/figures.tsx";
import { count, instant } from "../../frame/format.ts";
import { Page } from "../../frame/page.tsx";
import { pageOf } from "../../frame/pager.tsx";
import { Panel } from "../../frame/panel.tsx";
import { useRead } from "../../frame/use-operation.ts";
import { Quality, type QualityQuery } from "../../generated/operations.ts";
import { AmendmentsPart } from "./amendments-part.tsx";
import { ClassesPart } from "./classes-part.tsx";
import { FilersPart } from "./filers-part.tsx";
import { FlagsPart } from "./flags-part.tsx";
import { PricesPart } from "./prices-part.tsx";
import { type QualitySearch, type Shown, shownOf } from "./search.ts";

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
          ? `As of data version ${count(Number(version.version))}, ${instant(version.asOf)} UTC. All of it is kept as filed.`
          : " "
      }
    >
      <Panel title="In figures" query={quality} height={94}>
        {(data) => <Figures figures={figuresOf(data, shown)} />}
      </Panel>
      {shown === "flags" && <FlagsPart flags={quality} {...part} />}
      {shown === "amendments" && <AmendmentsPart counts={quality} {...part} />}
      {shown === "classes" && <ClassesPart {...part} />}
      {shown === "filers" && <FilersPart {...part} />}
      {shown === "prices" && <PricesPart reasons={quality} {...part} />}
    </Page>
  );
}

function figuresOf(data: QualityQuery, shown: Shown) {
  const { qualityFlags, notJudgedTitles, unmatchedFilers, unpricedReasons } = data;
  const { undecidedTrades, notRestatedTrades, waitingAmendments } = data;
  const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
  const recent = sum(qualityFlags.map(({ last90Days }) => last90Days));
  const before = sum(qualityFlags.map(({ the90DaysBefore }) => the90DaysBefore));
  const figure = (which: Shown, label: string, value: number, note: string) => ({
    label,
    value: value > 0 ? `! ${count(value)}` : "✓ 0",
    note,
    to: "/admin/quality",
    search: { show: which },
    shown: shown === which,
  });
  return [
    figure(
      "flags",
      "Rows with a flag",
      sum(qualityFlags.map(({ rows }) => rows)),
      `last 90 days ${count(recent)}, 90 days before ${count(before)}`,
    ),
    figure(
      "amendments",
      "Amendments in doubt",
      undecidedTrades.total + notRestatedTrades.total + waitingAmendments.total,
      `${count(undecidedTrades.total)} rows need a decision`,
    ),
    figure("classes", "Titles without a class", notJudgedTitles.total, "securities that no pattern covers"),
    figure("filers", "Filers who are no known member", unmatchedFilers.total, "names on reports in quarantine"),
    figure(
      "prices",
      "Symbols without prices",
      sum(unpricedReasons.map(({ symbols }) => symbols)),
      "companies and symbols that have trades",
    ),
  ];
}
