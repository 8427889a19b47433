// One congressional trade: its deadline, its relation to committees, its outcome and its source.
import { Link } from "@tanstack/react-router";
import { Fact, Facts } from "../../../frame/facts.tsx";
import { ForeignText } from "../../../frame/foreign-text.tsx";
import { exact, instant } from "../../../frame/format.ts";
import { SourceLink } from "../../../frame/source-link.tsx";
import { useRead } from "../../../frame/use-operation.ts";
import { PoliticianTrade } from "../../../generated/operations.ts";
import { ExplainedPoliticianTrade } from "../explained.tsx";
import { DataLink } from "../links.tsx";
import { Loaded } from "../loaded.tsx";
import { MemberName } from "../names.tsx";
import { OutcomeTable } from "../outcome-table.tsx";
import { Side, sideOfKind } from "../side.tsx";
import { Versions } from "../versions.tsx";
import { CommitteeFacts } from "./committee-facts.tsx";
import type { CongressionalTrade, RosterSpan } from "./congressional-trade.ts";
import { LatenessFacts } from "./lateness-facts.tsx";

export function PoliticianTradeDetails({ id }: { id: number }) {
  const read = useRead(PoliticianTrade, { id });
  return (
    <Loaded query={read} rowOf={({ politicianTrade }) => politicianTrade}>
      {(row) => <Details row={row} span={read.data?.rosterSpan ?? null} />}
    </Loaded>
  );
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
      <Fact name="By">
        <MemberName {...row} />, {row.chamber}; owner {row.owner ?? "–"}
        {row.account && (
          <>
            ; account <ForeignText>{row.account}</ForeignText>
          </>
        )}
      </Fact>
      <Fact name="Range">
        <ForeignText>{row.amountRange ?? "–"}</ForeignText> (${exact(row.amountLow)} to{" "}
        {row.amountHigh === null ? "open" : `$${exact(row.amountHigh)}`})
      </Fact>
      {row.capGainsOver200 !== null && <Fact name="Capital gains over $200">{row.capGainsOver200 ? "yes" : "no"}</Fact>}
      <LatenessFacts trade={row} />
      <CommitteeFacts trade={row} span={span} />
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
      <Fact name="From the raw file">
        <ExplainedPoliticianTrade id={row.id} />
      </Fact>
      <Fact name="Versions">
        <Versions row={row} place="/admin/data/politician-trades" />
      </Fact>
      <Fact name="Row">
        <code>{row.id}</code>, last changed {instant(row.lastModified)} UTC
      </Fact>
    </Facts>
  );
}
