// One insider trade: its source, each point of its signal, its outcome, its earlier versions, and doubts about what was
// filed: a mark in its row, and sentences here.
import { Link } from "@tanstack/react-router";
import { Fact, Facts } from "../../../frame/facts.tsx";
import { dollars, exact, instant, perShare, signed } from "../../../frame/format.ts";
import { useRead } from "../../../frame/operation.ts";
import { ForeignText } from "../../../frame/text.tsx";
import { Trade, type TradeQuery } from "../../../generated/operations.ts";
import { SourceLink } from "../../ingestion/sources.tsx";
import classes from "../cells.module.css";
import { CompanySymbol, InsiderName, Side, sideOfCode, Tier } from "../cells.tsx";
import { transactionLabel } from "../list/request.ts";
import { ExplainedTrade, Loaded, OutcomeTable, Versions } from "../trade-drawer.tsx";

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
        <Link to="/admin/filings" search={{ ref: row.accessionNumber }}>
          Processing history
        </Link>
        <div>{row.acceptedAt ? `Accepted ${instant(row.acceptedAt)} UTC` : "Accepted: – (the file has no header)"}</div>
        {row.filing.remarks && (
          <div>
            Remarks: <ForeignText>{row.filing.remarks}</ForeignText>
          </div>
        )}
      </Fact>
      <Fact name="Filed and stored values">
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

interface Judged {
  priceQuality: string | null;
  dateQuality: string | null;
  filedDirectionConflict: boolean | null;
  amendmentStatus: string | null;
}

/** The values that can be marked. */
type Doubtful = "price" | "date" | "direction" | "amendment";

function doubtsOf({
  priceQuality,
  dateQuality,
  filedDirectionConflict,
  amendmentStatus,
}: Judged): [Doubtful, string][] {
  const doubts: [Doubtful, string][] = [];
  if (priceQuality === "suspect")
    doubts.push(["price", "The price is far from the market price, or repeats the number of shares."]);
  if (dateQuality === "transaction_after_filing") doubts.push(["date", "The filed trade date is after the filing."]);
  if (dateQuality === "implausible_lag")
    doubts.push(["date", "The filed dates are more than five years apart: a year is probably mistyped."]);
  if (filedDirectionConflict)
    doubts.push(["direction", "The form states a purchase as disposed of, or a sale as acquired."]);
  if (amendmentStatus === "undecided")
    doubts.push(["amendment", "It is undecided whether an amendment restates this trade or adds one."]);
  return doubts;
}

const doubtOf = (trade: Judged, about: Doubtful) => doubtsOf(trade).find(([name]) => name === about);

/** On a narrow screen the value is shown only if it is marked. */
export const ifInDoubt = (about: Doubtful) => (trade: Judged) => (doubtOf(trade, about) ? "second" : undefined);

/** `! suspect` after a doubtful value; nothing after others. */
export function Doubt({ trade, about }: { trade: Judged; about: Doubtful }) {
  const found = doubtOf(trade, about);
  if (!found) return null;
  return (
    <span className={classes.flag} title={found[1]}>
      {" "}
      ! suspect
    </span>
  );
}

/** All doubts about a trade, and their consequences. */
function Doubts({ trade }: { trade: Judged }) {
  const doubts = doubtsOf(trade);
  if (doubts.length === 0)
    return trade.priceQuality === null ? <>none found; the price could not be compared</> : <>none</>;
  return (
    <>
      {doubts.map(([name, text]) => (
        <div key={name} className={classes.flag}>
          ! {text}
        </div>
      ))}
      The trade is excluded from sums, averages, scores, clusters and returns.
    </>
  );
}
