// The columns and cells of congressional trades: the asset, the disclosure delay, the relation to the member's
// committees.

import { count } from "../../frame/format.ts";
import type { Column } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import classes from "../cells.module.css";
import { DataLink, LongName, LongText, MemberName, marksColumn, Side, sideOfKind, UnknownFact } from "../cells.tsx";
import { memberMarks } from "../trade-marks.ts";

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

/** The symbol, if the asset has one, and its name as disclosed. */
function Asset({ trade: { ticker, assetName } }: { trade: { ticker: string | null; assetName: string } }) {
  return <LongText>{ticker ? `${ticker} ${assetName}` : assetName}</LongText>;
}

interface Matched extends CommitteeJudged {
  committeeMatches: { code: string; name: string }[];
}

/** The committees by which the trade is a match; `no`, or the reason why the rule could not be applied. */
function CommitteeMatch({ trade }: { trade: Matched }) {
  if (trade.isCommitteeTrade)
    return trade.committeeMatches.map(({ code, name }) => (
      <LongName key={code} full={name}>
        <DataLink to="committees" id={code}>
          {name}
        </DataLink>
      </LongName>
    ));
  const because = whyUnjudged(trade);
  return because ? <UnknownFact because={because} /> : <>no</>;
}

interface Judged {
  delayDays: number | null;
  isLate: boolean;
  dateQuality: string;
}

/** Shows whether the disclosure was late; unknown if the dates are impossible. */
function Late({ trade: { delayDays, isLate, dateQuality } }: { trade: Judged }) {
  if (isLate) return <span className={classes.flag}>! late</span>;
  if (delayDays === null) return <UnknownFact because="the trade date or the first report's date is unknown" />;
  return dateQuality === "ok" ? <>on time</> : <UnknownFact because="the filed dates contradict each other" />;
}

interface Dated {
  tradedOn: string | null;
  filedOn: string;
  delayDays: number | null;
}

export const dateColumns: Column<Dated>[] = [
  { id: "filed", head: "Filed", narrow: "second", cell: ({ filedOn }) => filedOn },
  { id: "traded", head: "Traded", cell: ({ tradedOn }) => tradedOn ?? "–" },
  { id: "delay", head: "Delay (days)", number: true, narrow: "second", cell: ({ delayDays }) => count(delayDays) },
];

export const lateColumn: Column<Judged> = {
  id: "late",
  head: "Late",
  narrow: "second",
  cell: (row) => <Late trade={row} />,
};

export const memberColumn: Column<Parameters<typeof MemberName>[0]> = {
  id: "member",
  head: "Member",
  narrow: "first",
  cell: (row) => <MemberName {...row} />,
};

export const assetColumn: Column<{ ticker: string | null; assetName: string }> = {
  id: "asset",
  head: "Asset",
  narrow: "second",
  cell: (row) => <Asset trade={row} />,
};

export const typeColumn: Column<{ tradeType: string }> = {
  id: "type",
  head: "Type",
  narrow: "second",
  cell: ({ tradeType }) => <Side kind={sideOfKind(tradeType)}>{tradeType}</Side>,
};

export const rangeColumn: Column<{ amountRange: string | null }> = {
  id: "range",
  head: "Range ($)",
  number: true,
  narrow: "second",
  cell: ({ amountRange }) => (
    <LongName full={amountRange ?? ""} isWide>
      <ForeignText>{amountRange ?? "–"}</ForeignText>
    </LongName>
  ),
};

export const ownerColumn: Column<{ owner: string | null }> = {
  id: "owner",
  head: "Owner",
  shownFrom: "huge",
  cell: ({ owner }) => <ForeignText>{owner ?? "–"}</ForeignText>,
};

export const committeeColumn: Column<Matched> = {
  id: "committee",
  head: "Committee match",
  narrow: "second",
  cell: (row) => <CommitteeMatch trade={row} />,
};

export const memberMarksColumn = marksColumn(memberMarks);

/** For lists that say by themselves which rows are late. */
export const marksBesideLateColumn: typeof memberMarksColumn = marksColumn((trade) =>
  memberMarks(trade).filter(({ word }) => word !== "late"),
);
