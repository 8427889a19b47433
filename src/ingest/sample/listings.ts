// Invented listings of the sample's filings and reports, so that coverage has complete days, a day with a gap (a filing
// that is listed and not fetched) and a day whose gap was closed (filings whose first fetches failed). Their names begin
// with `sample/`, as no listing of a publisher does.
import { addDays, datesBetween, isWeekday, weekdayOnOrBefore } from "../../lib/calendar-date.ts";
import { sources } from "../../sources/sources.ts";
import {
  type ListedDocument,
  type ListingFetch,
  recordFetchFailure,
  storeDocuments,
  storeFetch,
} from "../../store/listings.ts";
import { sourceOfInsiders } from "../../store/sql/source-tables.ts";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";
import type { PtrReport } from "../congress/record.ts";
import type { FilingRecord } from "../form345/read/record.ts";

/** days before today of which each form listing is one, as EDGAR's daily indexes; earlier ones are listed by year */
const daysListedAlone = 35;
/** ages in days of the day with a gap, and of the one with a closed gap; no date of the sample depends on the weekday */
const gapDaysAgo = 9;
const closedGapDaysAgo = 16;
/** number of filings whose first fetches failed */
const fetchedLater = 3;

export function sampleFilingUrl(accessionNumber: string): string {
  return `https://filings.example.invalid/sample/${accessionNumber}`;
}

/** Stores what the publishers would have listed until `today`. The filings and reports must be stored already. */
export async function loadListings(
  store: Store,
  { filings, reports, today }: { filings: FilingRecord[]; reports: PtrReport[]; today: string },
): Promise<void> {
  const forms = filings.map(({ accessionNumber, filedOn, formType }) => listedForm(accessionNumber, filedOn, formType));
  const gap = listedForm("9990000000-00-990001", weekdayOnOrBefore(addDays(today, -gapDaysAgo)), "4");
  const closedGap = weekdayOnOrBefore(addDays(today, -closedGapDaysAgo));
  const late = forms.filter(({ listedOn }) => listedOn === closedGap).slice(0, fetchedLater);
  const since = addDays(today, -daysListedAlone);
  await inTransaction(store, async (client) => {
    const add = async (source: string, documents: ListedDocument[], fetches: Listing[]) => {
      await storeDocuments(client, source, documents);
      for (const { listed, ...fetched } of fetches) await storeFetch(client, { source, ...fetched }, listed);
    };
    for (const { name, documents } of sources) {
      const chamber = documents?.where?.chamber;
      const listed =
        documents?.trades === "insiders"
          ? [...forms, gap]
          : reports.filter((report) => report.chamber === chamber).map(listedReport);
      // of members, companies and prices there are only records
      if (!documents) await add(name, [], [oneDay(today, "listed", 0)]);
      else if (documents.trades === "congress") await add(name, listed, byYear(listed, today));
      else await add(name, listed, [...byYear(listed, addDays(since, -1)), ...byDay(listed, since, today)]);
    }
  });
  const message = "HTTP 503, invented for the sample data";
  for (const { documentId } of late)
    await recordFetchFailure(store.pool, { source: sourceOfInsiders(), documentId, message });
}

function listedForm(accessionNumber: string, listedOn: string, kind: string): ListedDocument {
  return { documentId: accessionNumber, listedOn, kind, url: sampleFilingUrl(accessionNumber) };
}

function listedReport({ docId, filedOn, amendmentNumber, sourceUrl }: PtrReport): ListedDocument {
  return {
    documentId: docId,
    listedOn: filedOn,
    kind: amendmentNumber === null ? "report" : "amendment",
    url: sourceUrl,
  };
}

/** A fetch of any source, and how many documents it listed. */
type Listing = Omit<ListingFetch, "source"> & { listed: number };

/** A listing for each calendar year, from the first document's day to `last`. */
function byYear(documents: ListedDocument[], last: string): Listing[] {
  const days = documents.map(({ listedOn }) => listedOn).filter((day) => day <= last);
  const first = days.toSorted()[0] ?? last;
  const years = Array.from({ length: yearOf(last) - yearOf(first) + 1 }, (_, index) => yearOf(first) + index);
  return years.map((year) => ({
    listing: `sample/${year}`,
    coversFrom: later(first, `${year}-01-01`),
    coversTo: earlier(last, `${year}-12-31`),
    outcome: "listed",
    final: `${year}-12-31` < last,
    listed: days.filter((day) => yearOf(day) === year).length,
  }));
}

const yearOf = (date: string) => Number(date.slice(0, 4));
const later = (one: string, other: string) => (one > other ? one : other);
const earlier = (one: string, other: string) => (one < other ? one : other);

/** A listing for each day; weekends have none, and today's is not published yet. */
function byDay(documents: ListedDocument[], from: string, today: string): Listing[] {
  return datesBetween(from, today).map((day) => {
    const listed = documents.filter(({ listedOn }) => listedOn === day).length;
    if (listed > 0) return oneDay(day, "listed", listed, day < addDays(today, -1));
    if (!isWeekday(day)) return { ...oneDay(day, "not_published", 0, true), message: "weekend" };
    return day === today ? { ...oneDay(day, "not_published", 0), message: "not yet" } : oneDay(day, "empty", 0, true);
  });
}

function oneDay(day: string, outcome: ListingFetch["outcome"], listed: number, final = false): Listing {
  return { listing: `sample/${day}`, coversFrom: day, coversTo: day, outcome, final, listed };
}
