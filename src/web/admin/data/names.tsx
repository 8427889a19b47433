// Names that lead to their page: an insider, a company, a member of Congress.
import { Link } from "@tanstack/react-router";
import { ForeignText } from "../../frame/foreign-text.tsx";
import classes from "./cells.module.css";

export function InsiderName({ insider }: { insider: { cik: string; name: string } }) {
  return (
    <Link to={`/admin/data/insiders/${insider.cik}`} className={classes.clip} title={insider.name}>
      <ForeignText>{insider.name}</ForeignText>
    </Link>
  );
}

/** A company by its symbol, or by its name where it has none. */
export function CompanySymbol({ company }: { company: { cik: string; name: string; ticker: string | null } }) {
  return (
    <Link to={`/admin/data/companies/${company.cik}`} className={classes.clip} title={company.name}>
      <ForeignText>{company.ticker ?? company.name}</ForeignText>
    </Link>
  );
}

interface MemberProps {
  politician: { bioguideId: string; name: string };
  /** of the trade date */
  party: string | null;
  state: string | null;
}

/** `Jane Doe (D-CA)` */
export function MemberName({ politician, party, state }: MemberProps) {
  const seat = [party?.slice(0, 1), state].filter(Boolean).join("-");
  return (
    <>
      <Link to={`/admin/data/politicians/${politician.bioguideId}`}>
        <ForeignText>{politician.name}</ForeignText>
      </Link>
      {seat && (
        <span className={classes.party} data-party={party}>
          {" "}
          ({seat})
        </span>
      )}
    </>
  );
}
