// One congressional trade: its deadline, why it counts as committee-related or what is unknown, what became of it, where it came from.
import { Link } from "@tanstack/react-router";
import { Fact, Facts } from "../../../frame/facts.tsx";
import { ForeignText } from "../../../frame/foreign-text.tsx";
import { count, exact, instant } from "../../../frame/format.ts";
import { SourceLink } from "../../../frame/source-link.tsx";
import { useRead } from "../../../frame/use-operation.ts";
import { PoliticianTrade, type PoliticianTradeQuery } from "../../../generated/operations.ts";
import { Loaded } from "../loaded.tsx";
import { MemberName } from "../names.tsx";
import { OutcomeTable } from "../outcome-table.tsx";
import { Side, sideOfKind } from "../side.tsx";
import { Versions } from "../versions.tsx";

type Row = NonNullable<PoliticianTradeQuery["politicianTrade"]>;

export function PoliticianTradeDetails({ id }: { id: number }) {
  const read = useRead(PoliticianTrade, { id });
  return (
    <Loaded query={read} rowOf={({ politicianTrade }) => politicianTrade}>
      {(row) => <Details row={row} />}
    </Loaded>
  );
}

function Details({ row }: { row: Row }) {
  return (
    <Facts>
      <Fact name="Trade">
        <Side kind={sideOfKind(row.tradeType)}>{row.tradeType}</Side> of <ForeignText>{row.assetName}</ForeignText>
        {row.assetType && ` (${row.assetType})`}
        {row.ticker && <> as {row.ticker}</>}
      </Fact>
      <Fact name="By">
        <MemberName {...row} />, {row.chamber}; owner {row.owner ?? "–"}
      </Fact>
      <Fact name="Range">
        <ForeignText>{row.amountRange ?? "–"}</ForeignText> (${exact(row.amountLow)} to{" "}
        {row.amountHigh === null ? "open" : `$${exact(row.amountHigh)}`})
      </Fact>
      <Fact name="Deadline">
        <Deadline row={row} />
      </Fact>
      <Fact name="Committees">
        <Committees row={row} />
      </Fact>
      {row.comment && (
        <Fact name="Comment of the filer">
          <ForeignText>{row.comment}</ForeignText>
        </Fact>
      )}
      <Fact name="What became of it">
        <OutcomeTable outcome={row.outcome} />
      </Fact>
      <Fact name="Where it came from">
        <ForeignText>{row.report.title ?? row.report.docId}</ForeignText>, filed by{" "}
        <ForeignText>{row.report.filerAsFiled}</ForeignText>{" "}
        <SourceLink url={row.report.sourceUrl}>{`at the ${row.report.chamber}`}</SourceLink>{" "}
        <Link to="/admin/filings" search={{ ref: row.report.docId }}>
          its way into the store
        </Link>
      </Fact>
      <Fact name="Versions">
        {row.isAmendment && <div>from an amendment</div>}
        {row.supersededById !== null && (
          <div>
            superseded by{" "}
            <Link to="/admin/data/politician-trades" search={{ row: String(row.supersededById) }}>
              {`row ${row.supersededById}`}
            </Link>
          </div>
        )}
        <Versions history={row.history} />
      </Fact>
      <Fact name="Row">
        <code>{row.id}</code>, last changed {instant(row.lastModified)} UTC
      </Fact>
    </Facts>
  );
}

function Deadline({ row: { tradedOn, filedOn, originalFiledOn, deadlineOn, delayDays, ...row } }: { row: Row }) {
  const filed = originalFiledOn ?? filedOn;
  if (deadlineOn === null || delayDays === null || row.dateQuality !== "ok")
    return (
      <>
        traded {tradedOn ?? "–"}, filed {filed}; not judged: {row.dateQuality.replaceAll("_", " ")}
      </>
    );
  return (
    <>
      traded {tradedOn}, due {deadlineOn}, filed {filed}, after {count(delayDays)} days:{" "}
      {row.isLate ? <b>! late by {count(daysBetween(deadlineOn, filed))} days</b> : "in time"}
      {originalFiledOn && originalFiledOn !== filedOn && <> (amended {filedOn})</>}
    </>
  );
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

function Committees({ row: { committeeMatches, committeeData, sector, industry } }: { row: Row }) {
  const issuer = [industry, sector].filter(Boolean).join(", ");
  if (committeeData === "unknown") return <>unknown: no roster of the trade date is at hand</>;
  if (committeeMatches.length === 0) return <>none with jurisdiction over the issuer{issuer && ` (${issuer})`}</>;
  return (
    <ul>
      {committeeMatches.map(({ code, name, basis }) => (
        <li key={code}>
          <Link to={`/admin/data/committees/${code}`}>
            <ForeignText>{name}</ForeignText>
          </Link>
          : jurisdiction over {issuer || "the issuer"}; membership on the trade date {basis}
        </li>
      ))}
    </ul>
  );
}
