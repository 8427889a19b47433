// The columns and cells of congressional trades: the asset, the disclosure delay, the relation to the member's
// committees.

import { count } from "../../../frame/format.ts";
import type { Column } from "../../../frame/table/data-table.tsx";
import { ForeignText } from "../../../frame/text.tsx";
import classes from "../cells.module.css";
import { DataLink, Filed, Side, sideOfKind, UnknownFact } from "../cells.tsx";

// The reason why the committee rule could not be applied to a trade. Such a trade is unknown, not "no".
interface CommitteeJudged {
  isCommitteeTrade: boolean;
  /** quality of the rosters on the trade date; only `known` and `inferred` tell the member's seats */
  committeeData: string;
  tradedOn: string | null;
  /** sector of the issuer */
  sector: string | null;
  industry: string | null;
}

const judgedData = ["known", "inferred"];

/** A short reason; undefined if the rule was applied. */
function whyUnjudged(trade: CommitteeJudged): string | undefined {
  const { isCommitteeTrade, committeeData, tradedOn, sector, industry } = trade;
  if (isCommitteeTrade) return undefined;
  if (!tradedOn) return "no trade date was filed";
  if (committeeData === "issuer_unknown") return "the issuer's sector is unknown";
  if (!judgedData.includes(committeeData)) return "no roster is known for that date";
  return sector || industry ? undefined : "the issuer's sector is unknown";
}

export function Asset({ trade }: { trade: { ticker: string | null; assetName: string } }) {
  const { ticker, assetName } = trade;
  return (
    <>
      {ticker && (
        <b>
          <ForeignText>{ticker}</ForeignText>{" "}
        </b>
      )}
      <ForeignText>{assetName}</ForeignText>
    </>
  );
}

export function Delay({ trade }: { trade: { delayDays: number | null; isLate: boolean } }) {
  if (!trade.isLate) return <>{count(trade.delayDays)}</>;
  return <span className={classes.flag}>! {count(trade.delayDays)} late</span>;
}

/** Shows the reason if the committee rule could not be applied. */
export function Committee({ trade }: { trade: CommitteeJudged }) {
  if (trade.isCommitteeTrade) return <span className={classes.flag}>! yes</span>;
  const because = whyUnjudged(trade);
  return because ? <UnknownFact because={because} /> : <>no</>;
}

interface Judged {
  delayDays: number | null;
  isLate: boolean;
  dateQuality: string;
}

/** Shows whether the disclosure was late; unknown if the dates are impossible. */
export function Late({ trade: { delayDays, isLate, dateQuality } }: { trade: Judged }) {
  if (isLate) return <span className={classes.flag}>! late</span>;
  if (delayDays === null) return <UnknownFact because="the trade date or the first report's date is unknown" />;
  return dateQuality === "ok" ? <>on time</> : <UnknownFact because="the filed dates contradict each other" />;
}

interface Dated {
  tradedOn: string | null;
  filedOn: string;
  delayDays: number | null;
  isAmendment: boolean;
}

export const dateColumns: Column<Dated>[] = [
  { id: "traded", head: "Traded", narrow: "first", cell: ({ tradedOn }) => tradedOn ?? "–" },
  { id: "filed", head: "Filed", narrow: "second", cell: (trade) => <Filed trade={trade} /> },
  { id: "delay", head: "Delay (days)", number: true, narrow: "second", cell: ({ delayDays }) => count(delayDays) },
];

export const memberColumn: Column<{ politician: { bioguideId: string; name: string } }> = {
  id: "member",
  head: "Member",
  narrow: "second",
  cell: ({ politician: { bioguideId, name } }) => (
    <DataLink to="politicians" id={bioguideId}>
      {name}
    </DataLink>
  ),
};

export const typeColumn: Column<{ tradeType: string }> = {
  id: "type",
  head: "Trade",
  narrow: "second",
  cell: ({ tradeType }) => <Side kind={sideOfKind(tradeType)}>{tradeType}</Side>,
};

export const rangeColumn: Column<{ amountRange: string | null }> = {
  id: "range",
  head: "Range ($)",
  number: true,
  narrow: "second",
  cell: ({ amountRange }) => <ForeignText>{amountRange ?? "–"}</ForeignText>,
};
