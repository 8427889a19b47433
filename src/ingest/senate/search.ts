// One search of the Senate's site, read over all of its pages. What is not one consistent answer to the very question that was
// asked has a `problem`: never a span without reports.
import type { ListedDocument } from "../../store/listings.ts";
import { OutboundError } from "../outbound/door.ts";
import { readSearchAnswer, type SearchAnswer } from "./search-answer.ts";
import type { SenateSession } from "./session.ts";
import { searchForm } from "./site.ts";

const rowsPerPage = 100;
/** times that a span is read again because the pages of its answer did not fit together */
const mostReadings = 3;

/** Days of submission, inclusive, YYYY-MM-DD. */
export interface SearchSpan {
  from: string;
  to: string;
}

export interface Searched {
  documents: ListedDocument[];
  /** why the answer proves nothing; null for a whole one */
  problem: string | null;
}

/** Every page of a search. Throws OutboundError `publisher_stopped`; any other failure is a problem of the answer. */
export async function searchAll(span: SearchSpan, session: SenateSession): Promise<Searched> {
  let searched: Searched = { documents: [], problem: "" };
  for (let reading = 0; reading < mostReadings && searched.problem !== null; reading++) {
    try {
      searched = await readPages(span, session);
    } catch (error) {
      if (!(error instanceof OutboundError) || error.reason === "publisher_stopped") throw error;
      return { documents: searched.documents, problem: error.message };
    }
  }
  return searched;
}

/** How many reports the site has of a span, from the first page of the answer alone; a sentence where it does not say it. */
export async function searchTotal(span: SearchSpan, session: SenateSession): Promise<number | string> {
  try {
    const { body } = await session.search(searchForm(span, { start: 0, length: rowsPerPage }));
    const answer = readSearchAnswer(body);
    return answer && answer.draw === 1 ? answer.total : `no answer to a search: ${beginningOf(body)}`;
  } catch (error) {
    if (!(error instanceof OutboundError) || error.reason === "publisher_stopped") throw error;
    return error.message;
  }
}

/** The search is answered anew for each page, so that a report submitted in between moves the others along. */
async function readPages(span: SearchSpan, session: SenateSession): Promise<Searched> {
  const documents = new Map<string, ListedDocument>();
  const unreadable: string[] = [];
  const broken = (problem: string): Searched => ({ documents: [...documents.values()], problem });
  let first: SearchAnswer | undefined;
  let confused: string | null = null;
  let start = 0;
  do {
    const form = searchForm(span, { start, length: rowsPerPage });
    const { body } = await session.search(form);
    const answer = readSearchAnswer(body);
    if (!answer) return broken(`no answer to a search: ${beginningOf(body)}`);
    if (`${answer.draw}` !== form.draw)
      confused ??= `an answer to request ${answer.draw} came for request ${form.draw}`;
    first ??= answer;
    for (const row of answer.rows) {
      if ("unreadable" in row) unreadable.push(row.unreadable);
      else documents.set(row.documentId, row);
    }
    if (answer.total !== first.total) return broken("the search's answer changed from page to page");
    if (answer.rows.length === 0) break;
    start += answer.rows.length;
  } while (start < first.total);
  return {
    documents: [...documents.values()],
    problem: problemOf(first.total, documents, unreadable, span) ?? confused,
  };
}

function problemOf(
  total: number,
  documents: Map<string, ListedDocument>,
  unreadable: string[],
  { from, to }: SearchSpan,
): string | null {
  if (unreadable.length > 0) return unreadable.slice(0, 3).join("; ");
  if (documents.size !== total) return `the search states ${total} reports and shows ${documents.size}`;
  const outside = [...documents.values()].find(({ listedOn }) => listedOn < from || listedOn > to);
  return outside ? `the search shows a report of ${outside.listedOn}, and was asked for ${from} to ${to}` : null;
}

function beginningOf(body: Buffer): string {
  return JSON.stringify(body.subarray(0, 80).toString("utf8"));
}
