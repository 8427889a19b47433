// The deadline of one disclosure and how it was kept, or why that cannot be said.
import { Fact } from "../../../frame/facts.tsx";
import type { CongressionalTrade } from "./politician-trade-details.tsx";

const dateProblems: Record<string, string> = {
  future_transaction_date: "The trade date as filed lies in the future.",
  transaction_after_disclosure: "The trade date as filed lies after the disclosure.",
  implausible_lag: "The dates as filed are more than five years apart: a year is probably mistyped.",
};

export function LatenessFacts({ trade }: { trade: CongressionalTrade }) {
  const { tradedOn, filedOn, originalFiledOn, deadlineOn, isAmendment } = trade;
  return (
    <>
      <Fact name="Traded">{tradedOn ?? "– (no date was filed)"}</Fact>
      <Fact name="Filed">
        {filedOn}
        {isAmendment &&
          ` as an amendment; the original ${originalFiledOn ? `on ${originalFiledOn}` : "on an unknown day"}`}
      </Fact>
      <Fact name="Deadline">{deadlineOn ? `${deadlineOn} (45 days after the trade)` : "–"}</Fact>
      <Fact name="Late?">{lateness(trade)}</Fact>
    </>
  );
}

const dayMs = 86_400_000;

function lateness({ isLate, delayDays, dateQuality, tradedOn, deadlineOn }: CongressionalTrade): string {
  if (dateQuality !== "ok") return `? unknown. ${dateProblems[dateQuality] ?? dateQuality}`;
  if (delayDays === null || !tradedOn || !deadlineOn)
    return "? unknown: the day of the trade or of the first report is.";
  const allowed = (Date.parse(deadlineOn) - Date.parse(tradedOn)) / dayMs;
  const days = Math.abs(delayDays - allowed);
  const counted = `${days} ${days === 1 ? "day" : "days"}`;
  const filed = `filed ${delayDays} days after the trade`;
  return isLate ? `! late by ${counted}: ${filed}` : `in time, ${counted} left: ${filed}`;
}
