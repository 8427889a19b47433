// One insider trade: its source, each point of its signal, its outcome and its earlier versions.
import { Link } from "@tanstack/react-router";
import { Fact, Facts } from "../../../frame/facts.tsx";
import { ForeignText } from "../../../frame/foreign-text.tsx";
import { dollars, exact, instant, perShare, signed } from "../../../frame/format.ts";
import { useRead } from "../../../frame/operation.ts";
import { SourceLink } from "../../../frame/source-link.tsx";
import { Trade, type TradeQuery } from "../../../generated/operations.ts";
import { ExplainedTrade } from "../explained.tsx";
import { transactionLabel } from "../list/use-vocabulary.ts";
import { Loaded } from "../loaded.tsx";
import { CompanySymbol, InsiderName } from "../names.tsx";
import { OutcomeTable } from "../outcome-table.tsx";
import { Side, sideOfCode } from "../side.tsx";
import { Tier } from "../tier.tsx";
import { Versions } from "../versions.tsx";
import { Doubts } from "./doubts.tsx";

type Row = NonNullable<TradeQuery["insiderTrade"]>;

export function TradeDetails({ id }: { id: number }) {
  const read = useRead(Trade, { id });
  return (
    <Loaded query={read} rowOf={({ insiderTrade }) => insiderTrade}>
      {(row) => <Details row={row} />}
    </Loaded>
  );
}

function Details({ row }: { row: Row }) {
  return (
    <Facts>
      <Fact name="Trade">
        <Side kind={sideOfCode(row.transactionCode)}>{transactionLabel(row.transactionCode)}</Side> of{" "}
        <CompanySymbol company={row.company} />, <ForeignText>{row.company.name}</ForeignText>
      </Fact>
      <Fact name="By">
        {[row.insider, ...row.jointInsiders].map((insider) => (
          <div key={insider.cik}>
            <InsiderName insider={insider} />
          </div>
        ))}
        {row.title && <ForeignText>{row.title}</ForeignText>}
      </Fact>
      <Fact name="Traded, filed">
        {row.tradedOn ?? "–"}, {row.filedOn} ({row.filingDelayDays === null ? "–" : `+${row.filingDelayDays} days`})
        {row.firstFiledOn !== row.filedOn && (
          <div>first filed on {row.firstFiledOn}: outcomes and days count from there</div>
        )}
      </Fact>
      <Fact name="In doubt">
        <Doubts trade={row} />
      </Fact>
      <Fact name="Shares, price, value">
        {exact(row.shares)} at ${perShare(row.price)} = ${exact(row.value)} ({dollars(row.value)})
      </Fact>
      <Fact name="Owned after">
        {exact(row.sharesOwnedAfter)} ({signed(row.deltaOwnPct)} %), {ownership(row)}
      </Fact>
      <Derivative row={row} />
      <Fact name="10b5-1 plan">{row.is10b51 === null ? "not stated on the form" : row.is10b51 ? "yes" : "no"}</Fact>
      <Footnotes row={row} />
      <Fact name="Why this signal">
        <Tier signal={row.signal} /> {row.signal.direction}, rules of version {row.signal.version}
        <ul>
          {row.signal.factors.map(({ factor, points }) => (
            <li key={factor}>
              {points > 0 ? "+" : ""}
              {points} {factor.replaceAll("_", " ")}
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name="What became of it">
        <OutcomeTable outcome={row.outcome} />
      </Fact>
      <Origin row={row} />
    </Facts>
  );
}

function ownership({ ownership: kind, natureOfOwnership }: Row) {
  const word = kind === "D" ? "direct" : kind === "I" ? "indirect" : "–";
  return natureOfOwnership ? (
    <>
      {word}: <ForeignText>{natureOfOwnership}</ForeignText>
    </>
  ) : (
    word
  );
}

function Derivative({ row }: { row: Row }) {
  if (!row.isDerivative) return null;
  return (
    <Fact name="Derivative">
      <ForeignText>{row.securityTitle}</ForeignText> for {exact(row.underlyingShares)}{" "}
      <ForeignText>{row.underlyingTitle ?? "–"}</ForeignText> at ${perShare(row.exercisePrice)}, exercisable{" "}
      {row.exercisableOn ?? "–"}, expires {row.expiresOn ?? "–"}
    </Fact>
  );
}

function Footnotes({ row: { footnotes } }: { row: Row }) {
  if (footnotes.length === 0) return null;
  return (
    <Fact name="Footnotes">
      {footnotes.map(({ id, text }) => (
        <div key={id}>
          {id}: {text === null ? "– (the form has no text)" : <ForeignText>{text}</ForeignText>}
        </div>
      ))}
    </Fact>
  );
}

function Origin({ row }: { row: Row }) {
  return (
    <>
      <Fact name="Where it came from">
        Form {row.formType}, accession <code>{row.accessionNumber}</code>{" "}
        <SourceLink url={row.filing.sourceUrl}>at the SEC</SourceLink>{" "}
        <Link to="/admin/filings" search={{ ref: row.accessionNumber }}>
          its way into the store
        </Link>
        <div>{row.acceptedAt ? `Accepted ${instant(row.acceptedAt)} UTC` : "Accepted: – (no header was read)"}</div>
        {row.filing.remarks && (
          <div>
            Remarks: <ForeignText>{row.filing.remarks}</ForeignText>
          </div>
        )}
      </Fact>
      <Fact name="From the raw file">
        <ExplainedTrade id={row.id} />
      </Fact>
      <Fact name="Versions">
        <Versions row={row} place="/admin/data/trades" />
      </Fact>
      <Fact name="Row">
        <code>{row.id}</code>, last changed {instant(row.lastModified)} UTC
      </Fact>
    </>
  );
}
