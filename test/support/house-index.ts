// Invented rows of the Clerk's index, as many as a real year has: a report and a form of another kind on every business
// day, except for a few days without a report or without any row.
import { isFederalBusinessDay } from "../../src/domain/business-days.ts";
import { datesBetween } from "../../src/lib/calendar-date.ts";

export interface HouseIndexRow {
  id: string;
  type: string;
  /** YYYY-MM-DD; empty for a row without a date */
  filed: string;
}

export function wholeHouseYear(year: number): HouseIndexRow[] {
  const days = datesBetween(`${year}-01-01`, `${year}-12-31`).filter(isFederalBusinessDay);
  return days.flatMap((filed, n) => {
    const row = (position: number, type: string) => ({
      id: `${position}${year}${String(n).padStart(3, "0")}`,
      type,
      filed,
    });
    if (n % 25 === 7) return [];
    return n % 8 === 5 ? [row(1, "C")] : [row(1, "C"), row(2, "P")];
  });
}

/** A row as the Clerk writes it in XML. */
function memberXml({ id, type, filed }: HouseIndexRow, year: number): string {
  const [, y, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(filed) ?? [];
  const date = y ? `<FilingDate>${Number(month)}/${Number(day)}/${y}</FilingDate>` : "<FilingDate />";
  return `<Member><Prefix>Hon.</Prefix><Last>Quill</Last><First>Ben</First><Suffix /><FilingType>${type}</FilingType>
    <StateDst>OH03</StateDst><Year>${year}</Year>${date}<DocID>${id}</DocID></Member>`;
}

export const houseIndexXml = (rows: HouseIndexRow[], year: number) =>
  `<?xml version="1.0"?><FinancialDisclosure>${rows.map((row) => memberXml(row, year)).join("\n")}</FinancialDisclosure>`;

export interface IndexGap {
  name: string;
  change: (rows: HouseIndexRow[]) => HouseIndexRow[];
  /** the days that the index then does not prove */
  from: string;
  to: string;
}

const isHalf = ({ type, filed }: HouseIndexRow) => type === "P" && filed >= "2022-07-01";
const half = { from: "2022-07-01", to: "2022-12-31" };
const whole = { from: "2022-01-01", to: "2022-12-31" };
const weekday = (filed: string) => new Date(`${filed}T00:00:00Z`).getUTCDay();

/** Gaps in an index of 2022 that make its empty days unreliable. */
export const houseGaps: IndexGap[] = [
  {
    name: "whose reports have another code from July on",
    change: (rows) => rows.map((row) => (isHalf(row) ? { ...row, type: "T" } : row)),
    ...half,
  },
  { name: "without reports from July on", change: (rows) => rows.filter((row) => !isHalf(row)), ...half },
  {
    name: "whose reports have no date from July on",
    change: (rows) => rows.map((row) => (isHalf(row) ? { ...row, filed: "" } : row)),
    ...whole,
  },
  {
    name: "without Tuesdays, Wednesdays and Thursdays",
    change: (rows) => rows.filter(({ filed }) => ![2, 3, 4].includes(weekday(filed))),
    ...whole,
  },
  {
    name: "without a week",
    change: (rows) => rows.filter(({ filed }) => filed < "2022-05-11" || filed > "2022-05-17"),
    from: "2022-05-11",
    to: "2022-05-17",
  },
  {
    name: "without reports in a week",
    change: (rows) => rows.filter(({ type, filed }) => type !== "P" || filed < "2022-05-11" || filed > "2022-05-17"),
    from: "2022-05-11",
    to: "2022-05-17",
  },
];
