// The Senate's search of financial disclosures (eFD): its paths, its forms and its responses. The sources are cited in
// the fake publisher, test/publishers/senate.ts.

/** base URL of the publisher, independent of SENATE_URL */
export const senateSite = "https://efdsearch.senate.gov";

export const senatePaths = {
  /** the prohibition on use, to be accepted once per session */
  agreement: "/search/home/",
  search: "/search/",
  /** the search results, as JSON for DataTables */
  data: "/search/report/data/",
};

/** the value of the form's box "Periodic Transactions" */
const periodicTransactions = 11;

export interface Page {
  start: number;
  length: number;
}

/** The search for all Periodic Transaction Reports submitted between two days (YYYY-MM-DD, inclusive), oldest first. */
export function searchForm(
  { from, to }: { from: string; to: string },
  { start, length }: Page,
): Record<string, string> {
  const columns = [0, 1, 2, 3, 4].flatMap((column) => [
    [`columns[${column}][data]`, `${column}`],
    [`columns[${column}][name]`, ""],
    [`columns[${column}][searchable]`, "true"],
    [`columns[${column}][orderable]`, "true"],
    [`columns[${column}][search][value]`, ""],
    [`columns[${column}][search][regex]`, "false"],
  ]);
  return {
    draw: `${start / length + 1}`,
    ...Object.fromEntries(columns),
    "order[0][column]": "4",
    "order[0][dir]": "asc",
    start: `${start}`,
    length: `${length}`,
    "search[value]": "",
    "search[regex]": "false",
    report_types: `[${periodicTransactions}]`,
    // all filer types: a senator's reports are under "Former Senator" once the term is over
    filer_types: "[]",
    submitted_start_date: `${usDate(from)} 00:00:00`,
    submitted_end_date: `${usDate(to)} 23:59:59`,
    candidate_state: "",
    senator_state: "",
    office_id: "",
    first_name: "",
    last_name: "",
  };
}

function usDate(date: string): string {
  return date.replace(/^(\d{4})-(\d\d)-(\d\d)$/, "$2/$3/$1");
}
