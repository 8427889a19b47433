// What stands in a line about a congressional trade: the asset, the days it took, whether a committee of the member's matters.
import { ForeignText } from "../../../frame/foreign-text.tsx";
import { count } from "../../../frame/format.ts";
import classes from "../cells.module.css";

export function Asset({ trade }: { trade: { ticker: string | null; assetName: string } }) {
  const { ticker, assetName } = trade;
  return (
    <span className={classes.clip} title={assetName}>
      {ticker && (
        <b>
          <ForeignText>{ticker}</ForeignText>{" "}
        </b>
      )}
      <ForeignText>{assetName}</ForeignText>
    </span>
  );
}

export function Delay({ trade }: { trade: { delayDays: number | null; isLate: boolean } }) {
  if (!trade.isLate) return <>{count(trade.delayDays)}</>;
  return <span className={classes.flag}>! {count(trade.delayDays)} late</span>;
}

/** What is unknown is said: no roster of the trade date says nothing of the seat. */
export function Committee({ trade }: { trade: { isCommitteeTrade: boolean; committeeData: string } }) {
  if (trade.isCommitteeTrade) return <span className={classes.flag}>! yes</span>;
  return <>{trade.committeeData === "unknown" ? "unknown" : "no"}</>;
}

interface Judged {
  delayDays: number | null;
  isLate: boolean;
  dateQuality: string;
}

/** Whether the deadline was kept; of dates that cannot be, nobody knows. */
export function Late({ trade: { delayDays, isLate, dateQuality } }: { trade: Judged }) {
  if (isLate) return <span className={classes.flag}>! late</span>;
  return <>{delayDays === null || dateQuality !== "ok" ? "unknown" : "in time"}</>;
}
