// Names with a link to their page: an insider, a company, a member of Congress.
import classes from "./cells.module.css";
import { DataLink } from "./links.tsx";

export function InsiderName({ insider }: { insider: { cik: string; name: string } }) {
  return (
    <DataLink to="insiders" id={insider.cik}>
      {insider.name}
    </DataLink>
  );
}

/** A company by its symbol, or by its name if it has none. */
export function CompanySymbol({ company }: { company: { cik: string; name: string; ticker: string | null } }) {
  return (
    <DataLink to="companies" id={company.cik} title={company.name}>
      {company.ticker ?? company.name}
    </DataLink>
  );
}

interface MemberProps {
  politician: { bioguideId: string; name: string };
  /** party and state are those on the trade date */
  party: string | null;
  state: string | null;
}

/** `Jane Doe (D-CA)` */
export function MemberName({ politician, party, state }: MemberProps) {
  const seat = [party?.slice(0, 1), state].filter(Boolean).join("-");
  return (
    <>
      <DataLink to="politicians" id={politician.bioguideId}>
        {politician.name}
      </DataLink>
      {seat && (
        <span className={classes.party} data-party={party}>
          {" "}
          ({seat})
        </span>
      )}
    </>
  );
}
