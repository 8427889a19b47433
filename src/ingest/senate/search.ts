// Runs one search of the Senate's site and reads all of its pages. A response that is inconsistent, or does not match
// the request, has a `problem`: it never counts as a period without reports.
import type { ListedDocument } from "../../store/listings.ts";
import { OutboundError } from "../outbound/door.ts";
import { readSearchResponse, type SearchResponse } from "./search-response.ts";
import type { SenateSession } from "./session.ts";
import { searchForm } from "./site.ts";

const rowsPerPage = 100;
/** maximum number of times that a search is read because the pages of its result were inconsistent */
const maxAttempts = 3;

/** Days of submission, inclusive, YYYY-MM-DD. */
export interface SearchSpan {
  from: string;
  to: string;
}

export interface Searched {
  documents: ListedDocument[];
  /** reason why the result is no proof; null for a complete one */
  problem: string | null;
}

/**
 * Reads every page of a search. Throws OutboundError `publisher_stopped`; any other failure is returned as a problem.
 */
export async function searchAll(span: SearchSpan, session: SenateSession): Promise<Searched> {
  let searched: Searched = { documents: [], problem: "" };
  for (let attempt = 0; attempt < maxAttempts && searched.problem !== null; attempt++) {
    try {
      searched = await readPages(span, session);
    } catch (error) {
      if (!(error instanceof OutboundError) || error.reason === "publisher_stopped") throw error;
      return { documents: searched.documents, problem: error.message };
    }
  }
  return searched;
}

/**
 * The number of reports of a period, from the first page of the result; a sentence if the response does not contain it.
 */
export async function searchTotal(span: SearchSpan, session: SenateSession): Promise<number | string> {
  try {
    const { body } = await session.search(searchForm(span, { start: 0, length: rowsPerPage }));
    const response = readSearchResponse(body);
    return response && response.draw === 1 ? response.total : `no answer to a search: ${excerptOf(body)}`;
  } catch (error) {
    if (!(error instanceof OutboundError) || error.reason === "publisher_stopped") throw error;
    return error.message;
  }
}

/** Each page is a new search, so a report submitted in between shifts the others. */
async function readPages(span: SearchSpan, session: SenateSession): Promise<Searched> {
  const documents = new Map<string, ListedDocument>();
  const unreadable: string[] = [];
  const broken = (problem: string): Searched => ({ documents: [...documents.values()], problem });
  let first: SearchResponse | undefined;
  let mismatch: string | null = null;
  let start = 0;
  do {
    const form = searchForm(span, { start, length: rowsPerPage });
    const { body } = await session.search(form);
    const response = readSearchResponse(body);
    if (!response) return broken(`no answer to a search: ${excerptOf(body)}`);
    if (`${response.draw}` !== form.draw)
      mismatch ??= `an answer to request ${response.draw} came for request ${form.draw}`;
    first ??= response;
    for (const row of response.rows) {
      if ("unreadable" in row) unreadable.push(row.unreadable);
      else documents.set(row.documentId, row);
    }
    if (response.total !== first.total) return broken("the search's answer changed from page to page");
    if (response.rows.length === 0) break;
    start += response.rows.length;
  } while (start < first.total);
  return {
    documents: [...documents.values()],
    problem: problemOf(first.total, documents, unreadable, span) ?? mismatch,
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

function excerptOf(body: Buffer): string {
  return JSON.stringify(body.subarray(0, 80).toString("utf8"));
}
