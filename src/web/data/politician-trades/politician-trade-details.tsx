// One congressional trade: its deadline, its relation to committees, its outcome and its source.
import { daysBetween } from "../../../lib/calendar-date.ts";
import { Fact, Facts } from "../../frame/facts.tsx";
import { exact, instant } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { stringifySearch } from "../../frame/search.ts";
import { SourceLink } from "../../frame/sources.tsx";
import { ForeignText } from "../../frame/text.tsx";
import { PoliticianTrade, PoliticianTradeHistory, type PoliticianTradeQuery } from "../../generated/operations.ts";
import { DataLink, MemberName, Side, sideOfKind } from "../cells.tsx";
import { ExplainedPoliticianTrade } from "../explained-trade.tsx";
import { ForAdministrators, Loaded, OutcomeTable, Versions } from "../trade-drawer.tsx";

// The type of a congressional trade as the dashboard's operation returns it.
type CongressionalTrade = NonNullable<PoliticianTradeQuery["politicianTrade"]>;
type RosterSpan = PoliticianTradeQuery["rosterSpan"];

// Why a trade is committee-related, is not, or is undecided: the member's seats on that date and their jurisdictions.
type Seat = CongressionalTrade["seatsOnTradeDate"][number];

function CommitteeFacts({ trade, span }: { trade: CongressionalTrade; span: RosterSpan }) {
  const { isCommitteeTrade, seatsOnTradeDate, committeeMatches } = trade;
  const matched = (seat: Seat) => committeeMatches.some(({ code }) => code === seat.code);
  if (!isCommitteeTrade)
    return (
      <>
        <Fact name="Committee-related?">{whyNot(trade, span)}</Fact>
        {seatsOnTradeDate.length > 0 && (
          <Fact name={`Seats on ${trade.tradedOn}`}>
            <ul>
              {seatsOnTradeDate.map((seat) => (
                <li key={seat.code}>
                  <DataLink to="committees" id={seat.code}>
                    {seat.name}
                  </DataLink>
                  {seat.isGeneral ? ": covers every company, so it is not matched" : ""}
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </>
    );
  return (
    <>
      <Fact name="Committee-related?">
        ! yes, computed from dates and rosters; not a legal finding. Issuer's sector:{" "}
        <ForeignText>{[trade.sector, trade.industry].filter(Boolean).join(", ") || "–"}</ForeignText>
      </Fact>
      {seatsOnTradeDate.filter(matched).map((seat) => (
        <Match key={seat.code} seat={seat} tradedOn={trade.tradedOn} />
      ))}
    </>
  );
}

function Match({ seat, tradedOn }: { seat: Seat; tradedOn: string | null }) {
  const { code, name, covering } = seat;
  return (
    <>
      <Fact name="Committee">
        <DataLink to="committees" id={code}>
          {name}
        </DataLink>{" "}
        <code>{code}</code>
      </Fact>
      <Fact name={`Membership on ${tradedOn}`}>
        <ForeignText>{seatWords(seat)}</ForeignText>
        <br />
        {membershipWords(seat)}
      </Fact>
      <Fact name="Jurisdiction and its basis">
        <ul>
          {covering.map(({ sector, industry, reason }) => (
            <li key={`${sector} ${industry}`}>
              <ForeignText>{`${industry ?? `all of ${sector}`}: ${reason}`}</ForeignText>
            </li>
          ))}
        </ul>
        {covering.length === 0 &&
          "? The reviewed list no longer covers the issuer; the match is removed by the next derivation."}
      </Fact>
    </>
  );
}

const seatWords = ({ title, side, rank }: Seat) =>
  [title ?? "Member", side, rank === null ? null : `rank ${rank}`].filter(Boolean).join(", ");

function membershipWords({ basis, validFrom, validTo, seenFrom, seenTo }: Seat): string {
  const seen = `rosters show it from ${seenFrom}${seenTo ? ` to ${seenTo}` : ""}${validTo ? `, and it counts until before ${validTo}` : ""}`;
  if (basis === "roster") return `✓ ${seen}`;
  return `? inferred: ${seen}; before that it is taken to begin with that Congress, on ${validFrom}`;
}

function whyNot(
  { committeeData, tradedOn, sector, industry, seatsOnTradeDate, company }: CongressionalTrade,
  span: RosterSpan,
): string {
  if (!tradedOn) return "? unknown: no trade date was filed.";
  if (committeeData === "unknown")
    return span
      ? `? unknown: no roster of that Congress is known; the known ones reach from ${span.from} until before ${span.to}.`
      : "? unknown: no roster was ingested. Rosters come with disclosed sync legislators.";
  if (!company) return "? unknown: no company is known behind the asset, so no sector that a jurisdiction could cover.";
  if (!sector && !industry) return "? unknown: the issuer's sector is not known.";
  const no =
    committeeData === "inferred" ? "? inferred, the day is before the first roster of that Congress: no" : "no";
  if (seatsOnTradeDate.length === 0) return `${no}: the rosters show no seat on that date.`;
  return `${no}: no jurisdiction of the seats on that date covers ${[sector, industry].filter(Boolean).join(", ")}.`;
}

// The deadline of one disclosure and whether it was met, or why that is unknown.
const dateProblems: Record<string, string> = {
  future_transaction_date: "The filed trade date is in the future.",
  transaction_after_disclosure: "The filed trade date is after the disclosure.",
  implausible_lag: "The filed dates are more than five years apart: a year is probably mistyped.",
};

function LatenessFacts({ trade }: { trade: CongressionalTrade }) {
  const { tradedOn, filedOn, originalFiledOn, firstFiledOn, deadlineOn, isAmendment } = trade;
  return (
    <>
      <Fact name="Traded">{tradedOn ?? "– (no date was filed)"}</Fact>
      <Fact name="Filed">
        {filedOn}
        {isAmendment &&
          ` as an amendment; the original ${originalFiledOn ? `on ${originalFiledOn}` : "on an unknown date"}`}
        {isAmendment && <div>{countedFrom(filedOn, firstFiledOn)}</div>}
      </Fact>
      {trade.notifiedOn && <Fact name="Notified">{trade.notifiedOn}</Fact>}
      <Fact name="Deadline">{deadlineOn ? `${deadlineOn} (45 days after the trade)` : "–"}</Fact>
      <Fact name="Late?">{lateness(trade)}</Fact>
      {trade.notifiedOn && <Fact name="Late under the STOCK Act?">{statutory(trade)}</Fact>}
    </>
  );
}

function countedFrom(filedOn: string, firstFiledOn: string | null): string {
  if (firstFiledOn === null) return "the delay is unknown; returns count from the amendment";
  return `outcomes and days count from ${firstFiledOn === filedOn ? "the amendment" : firstFiledOn}`;
}

/** The statutory deadline: within 30 days of the notification and 45 days of the trade. */
function statutory({ isLateStatutory }: CongressionalTrade): string {
  if (isLateStatutory === null) return "? unknown: the filed dates cannot be right.";
  const due = "due 30 days after the notification or 45 after the trade, whichever is earlier";
  return isLateStatutory ? `! late: ${due}` : `on time: ${due}`;
}

function lateness({ isLate, delayDays, dateQuality, tradedOn, deadlineOn }: CongressionalTrade): string {
  if (dateQuality !== "ok") return `? unknown. ${dateProblems[dateQuality] ?? dateQuality}`;
  if (delayDays === null || !tradedOn || !deadlineOn)
    return "? unknown: the trade date or the first report's date is missing.";
  const days = Math.abs(delayDays - daysBetween(tradedOn, deadlineOn));
  const counted = `${days} ${days === 1 ? "day" : "days"}`;
  const filed = `filed ${delayDays} days after the trade`;
  return isLate ? `! late by ${counted}: ${filed}` : `on time, ${counted} left: ${filed}`;
}

export function PoliticianTradeDetails({ id }: { id: number }) {
  const read = useRead(PoliticianTrade, { id });
  return (
    <Loaded query={read} rowOf={({ politicianTrade }) => politicianTrade}>
      {(row) => <Details row={row} span={read.data?.rosterSpan ?? null} />}
    </Loaded>
  );
}

/** ` ($1,001 to $15,000)`; nothing if neither end is known. */
function boundsOf({ amountLow, amountHigh }: CongressionalTrade): string {
  if (amountLow === null && amountHigh === null) return "";
  return ` ($${exact(amountLow)} to ${amountHigh === null ? "open" : `$${exact(amountHigh)}`})`;
}

function Details({ row, span }: { row: CongressionalTrade; span: RosterSpan }) {
  return (
    <Facts>
      <Fact name="Trade">
        <Side kind={sideOfKind(row.tradeType)}>{row.tradeType}</Side> of <ForeignText>{row.assetName}</ForeignText>
        {row.assetType && ` (${row.assetType})`}
        {row.ticker && <> as {row.ticker}</>}
        {row.company && (
          <>
            {" "}
            of{" "}
            <DataLink to="companies" id={row.company.cik}>
              {row.company.name}
            </DataLink>
          </>
        )}
      </Fact>
      <Fact name="Member">
        <MemberName {...row} />, {row.chamber}; owner {row.owner ?? "–"}
        {row.account && (
          <>
            ; account <ForeignText>{row.account}</ForeignText>
          </>
        )}
      </Fact>
      <Fact name="Range">
        <ForeignText>{row.amountRange ?? "–"}</ForeignText>
        {boundsOf(row)}
      </Fact>
      {row.capGainsOver200 !== null && <Fact name="Capital gains over $200">{row.capGainsOver200 ? "yes" : "no"}</Fact>}
      <LatenessFacts trade={row} />
      <CommitteeFacts trade={row} span={span} />
      {row.comment && (
        <Fact name="Filer's comment">
          <ForeignText>{row.comment}</ForeignText>
        </Fact>
      )}
      <Fact name="Returns">
        <OutcomeTable outcome={row.outcome} />
      </Fact>
      <Fact name="Source">
        <ForeignText>{row.report.title ?? row.report.docId}</ForeignText>, filed by{" "}
        <ForeignText>{row.report.filerAsFiled}</ForeignText>{" "}
        <SourceLink url={row.report.sourceUrl}>{`at the ${row.report.chamber}`}</SourceLink>{" "}
        <ForAdministrators>
          <a href={`/admin/filings${stringifySearch({ ref: row.report.docId })}`}>Processing history</a>
        </ForAdministrators>
      </Fact>
      <ForAdministrators>
        <Fact name="Filed and stored values">
          <ExplainedPoliticianTrade id={row.id} />
        </Fact>
        <Fact name="Versions">
          <Versions
            id={row.id}
            operation={PoliticianTradeHistory}
            rowOf={({ politicianTrade }) => politicianTrade}
            path="/congress"
          />
        </Fact>
      </ForAdministrators>
      <Fact name="Row">
        <code>{row.id}</code>, last changed {instant(row.lastModified)} UTC
      </Fact>
    </Facts>
  );
}
