// One insider trade: its source, each point of its signal, its outcome, its earlier versions, and doubts about what was
// filed.
import { personName } from "../../../domain/shown-names.ts";
import { Fact, Facts } from "../../frame/facts.tsx";
import { dollars, exact, instant, perShare, signed } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { stringifySearch } from "../../frame/search.ts";
import { SourceLink } from "../../frame/sources.tsx";
import { ForeignText } from "../../frame/text.tsx";
import { Trade, TradeHistory, type TradeQuery } from "../../generated/operations.ts";
import classes from "../cells.module.css";
import { CompanySymbol, InsiderName, Side, sideOfCode, Tier } from "../cells.tsx";
import { ExplainedTrade } from "../explained-trade.tsx";
import { transactionLabel } from "../list/api-request.tsx";
import { ForAdministrators, Loaded, OutcomeTable, Versions } from "../trade-drawer.tsx";
import { doubtsOf, type Judged } from "../trade-marks.ts";

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
      <Fact name="Insider">
        {[row.insider, ...row.jointInsiders].map((insider) => (
          <div key={insider.cik}>
            <InsiderName insider={insider} />
            {personName(insider.name) !== insider.name && (
              <>
                as filed: <ForeignText>{insider.name}</ForeignText>
              </>
            )}
          </div>
        ))}
        {row.title && <ForeignText>{row.title}</ForeignText>}
      </Fact>
      <Fact name="Traded, filed">
        {row.tradedOn ?? "–"}, {row.filedOn} ({row.filingDelayDays === null ? "–" : `+${row.filingDelayDays} days`})
        {row.firstFiledOn !== row.filedOn && (
          <div>first filed on {row.firstFiledOn}; returns and delay count from that date</div>
        )}
      </Fact>
      <Fact name="Data issues">
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
      <Fact name="Signal">
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
      <Fact name="Returns">
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
      <Fact name="Source">
        Form {row.formType}, accession <code>{row.accessionNumber}</code>{" "}
        <SourceLink url={row.filing.sourceUrl}>at the SEC</SourceLink>{" "}
        <ForAdministrators>
          <a href={`/admin/filings${stringifySearch({ ref: row.accessionNumber })}`}>Processing history</a>
        </ForAdministrators>
        <div>{row.acceptedAt ? `Accepted ${instant(row.acceptedAt)} UTC` : "Accepted: – (the file has no header)"}</div>
        {row.filing.remarks && (
          <div>
            Remarks: <ForeignText>{row.filing.remarks}</ForeignText>
          </div>
        )}
      </Fact>
      <ForAdministrators>
        <Fact name="Filed and stored values">
          <ExplainedTrade id={row.id} />
        </Fact>
        <Fact name="Versions">
          <Versions id={row.id} operation={TradeHistory} rowOf={({ insiderTrade }) => insiderTrade} path="/trades" />
        </Fact>
      </ForAdministrators>
      <Fact name="Row">
        <code>{row.id}</code>, last changed {instant(row.lastModified)} UTC
      </Fact>
    </>
  );
}

/** All doubts about a trade, and their consequences. */
function Doubts({ trade }: { trade: Judged }) {
  const doubts = doubtsOf(trade);
  if (doubts.length === 0)
    return trade.priceQuality === null ? <>none found; the price could not be compared</> : <>none</>;
  return (
    <>
      {doubts.map(({ mark, why }) => (
        <div key={mark} className={classes.flag}>
          ! {why}
        </div>
      ))}
      The trade is excluded from sums, averages, scores, clusters and returns.
    </>
  );
}
