// The deadline of one disclosure and whether it was met, or why that is unknown.
import { daysBetween } from "../../../../calendar-date.ts";
import { Fact } from "../../../frame/facts.tsx";
import type { CongressionalTrade } from "./congressional-trade.ts";

const dateProblems: Record<string, string> = {
  future_transaction_date: "The trade date as filed lies in the future.",
  transaction_after_disclosure: "The trade date as filed lies after the disclosure.",
  implausible_lag: "The dates as filed are more than five years apart: a year is probably mistyped.",
};

export function LatenessFacts({ trade }: { trade: CongressionalTrade }) {
  const { tradedOn, filedOn, originalFiledOn, firstFiledOn, deadlineOn, isAmendment } = trade;
  return (
    <>
      <Fact name="Traded">{tradedOn ?? "– (no date was filed)"}</Fact>
      <Fact name="Filed">
        {filedOn}
        {isAmendment &&
          ` as an amendment; the original ${originalFiledOn ? `on ${originalFiledOn}` : "on an unknown day"}`}
        {isAmendment && <div>{countedFrom(filedOn, firstFiledOn)}</div>}
      </Fact>
      {trade.notifiedOn && <Fact name="Notified">{trade.notifiedOn}</Fact>}
      <Fact name="Deadline">{deadlineOn ? `${deadlineOn} (45 days after the trade)` : "–"}</Fact>
      <Fact name="Late?">{lateness(trade)}</Fact>
      {trade.notifiedOn && <Fact name="Late by the statute?">{statutory(trade)}</Fact>}
    </>
  );
}

function countedFrom(filedOn: string, firstFiledOn: string | null): string {
  if (firstFiledOn === null) return "days are unknown, and outcomes count from the amendment";
  return `outcomes and days count from ${firstFiledOn === filedOn ? "the amendment" : firstFiledOn}`;
}

/** The statutory deadline: within 30 days of the notification and 45 days of the trade. */
function statutory({ isLateStatutory }: CongressionalTrade): string {
  if (isLateStatutory === null) return "? unknown: the dates as filed cannot be right.";
  const due = "due 30 days after the notification or 45 after the trade, whichever is earlier";
  return isLateStatutory ? `! late: ${due}` : `in time: ${due}`;
}

function lateness({ isLate, delayDays, dateQuality, tradedOn, deadlineOn }: CongressionalTrade): string {
  if (dateQuality !== "ok") return `? unknown. ${dateProblems[dateQuality] ?? dateQuality}`;
  if (delayDays === null || !tradedOn || !deadlineOn)
    return "? unknown: the day of the trade or of the first report is.";
  const days = Math.abs(delayDays - daysBetween(tradedOn, deadlineOn));
  const counted = `${days} ${days === 1 ? "day" : "days"}`;
  const filed = `filed ${delayDays} days after the trade`;
  return isLate ? `! late by ${counted}: ${filed}` : `in time, ${counted} left: ${filed}`;
}
