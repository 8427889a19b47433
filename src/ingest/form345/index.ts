// Forms 3, 4 and 5: ownership reports of insiders to the SEC.
import { defineSource } from "../../sources/source-record.ts";
import { edgarLoader, sec } from "../edgar/index.ts";

const accession = /(?<!\d)(\d{10})-?(\d{2})-?(\d{6})(?!\d)/;

export const form345 = defineSource({
  name: "form345",
  title: "SEC forms 3, 4, 5",
  publisher: sec,
  // daily indexes appear at about 22:00 Eastern time
  schedule: "*/10 * * * *",
  // EDGAR accepts filings in these hours ("Accessing EDGAR Data"); a check takes three requests, of eight a second
  hours: { timeZone: "America/New_York", from: "06:00", to: "22:10", everySeconds: 15 },
  after: ["companies"],
  loader: edgarLoader,
  records: { table: "insider_trades" },
  newest: { table: "filings", column: "filed_on", oldAfterDays: 5 },
  // EDGAR publishes on every business day; a long weekend has three days without publication
  behindAfterDays: 4,
  alerts: { notFetchedAfterHours: 6, failedListings: 3, unprovenAfterDays: 3 },
  missing: [],
  documents: {
    trades: "insiders",
    table: "filings",
    id: "accession_number",
    key: { column: "accession_number", prefix: "" },
    kindPrefix: "Form ",
    // an accession number with or without dashes
    idIn(text) {
      const [, agent, year, number] = accession.exec(text) ?? [];
      return agent && year && number ? `${agent}-${year}-${number}` : null;
    },
    // accession numbers of one agent and year share 14 characters, and are assigned in ascending order
    upwardsWithin: 14,
    // 1: the SEC's acceptance time; 2: holdings
    parserVersion: 5,
  },
});
