// Why a trade is committee-related, is not, or is undecided: the member's seats on that date and their jurisdictions.
import { Fact } from "../../../frame/facts.tsx";
import { ForeignText } from "../../../frame/foreign-text.tsx";
import { DataLink } from "../links.tsx";
import type { CongressionalTrade, RosterSpan } from "./congressional-trade.ts";

type Seat = CongressionalTrade["seatsOnTradeDate"][number];

export function CommitteeFacts({ trade, span }: { trade: CongressionalTrade; span: RosterSpan }) {
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
                  {seat.isGeneral ? ": concerns every company, so that it matches none" : ""}
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
        ! yes, by arithmetic on dates and rosters; no legal finding. The issuer's sector:{" "}
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
      <Fact name="Jurisdiction, and the reason for it">
        <ul>
          {covering.map(({ sector, industry, reason }) => (
            <li key={`${sector} ${industry}`}>
              <ForeignText>{`${industry ?? `all of ${sector}`}: ${reason}`}</ForeignText>
            </li>
          ))}
        </ul>
        {covering.length === 0 && "? The reviewed list no longer covers the issuer; it does until the next derivation."}
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
