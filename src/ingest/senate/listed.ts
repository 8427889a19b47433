// Report data from the search results, for pages that lack them: a report on paper consists of images.
import { z } from "zod";
import type { Store } from "../../store/store.ts";
import type { Filer, Parsed } from "../congress/record.ts";
import { parseFiledName } from "../legislators/names.ts";
import { splitSuffix } from "./parse.ts";

const detailForm = z.object({ firstName: z.string(), lastName: z.string(), title: z.string() });

interface ListedReport {
  docId: string;
  title: string;
  filer: Filer;
  filedOn: string;
  sourceUrl: string;
}

/**
 * The search result for a report of that kind; undefined for a report of another kind, or one that is not in the
 * results.
 */
async function findListed(store: Store, docId: string, kind: "paper" | "ptr"): Promise<ListedReport | undefined> {
  const { rows } = await store.pool.query<{ filedOn: string; url: string; detail: unknown }>(
    `SELECT to_char(listed_on, 'YYYY-MM-DD') AS "filedOn", url, detail FROM listed_documents
     WHERE source = 'senate' AND document_id = $1 AND kind = $2`,
    [docId, kind],
  );
  const row = rows[0];
  const detail = detailForm.safeParse(row?.detail);
  if (!row || !detail.success) return undefined;
  const { firstName, title } = detail.data;
  const { name: lastName, suffix } = splitSuffix(detail.data.lastName);
  const filer = { asFiled: `${firstName} ${detail.data.lastName}`, firstName, lastName, ...(suffix && { suffix }) };
  return { docId, title, filer, filedOn: row.filedOn, sourceUrl: row.url };
}

/**
 * Adds the name from the search results to a report whose page prints only the filer's status (`Former Senator`) and no
 * name.
 */
async function withListedName(
  parsed: Extract<Parsed, { kind: "report" }>,
  docId: string,
  store: Store,
): Promise<Parsed> {
  if (parseFiledName({ filerAsFiled: parsed.report.filer.asFiled }).tokens.some((word) => word !== "former"))
    return parsed;
  const listed = await findListed(store, docId.toLowerCase(), "ptr");
  if (!listed) return parsed;
  const asFiled = `${listed.filer.asFiled} ${parsed.report.filer.asFiled}`.trim();
  return { ...parsed, report: { ...parsed.report, filer: { ...listed.filer, asFiled } } };
}

/**
 * Corrects the parsed page if the search results list the report as filed on paper: then it is known and unreadable.
 */
export async function withListing(parsed: Parsed, docId: string | undefined, store: Store): Promise<Parsed> {
  if (!docId) return parsed;
  if (parsed.kind === "report") return await withListedName(parsed, docId, store);
  // a page that is not of the site has no information about the report
  if (parsed.kind === "refused" && parsed.reason !== "not_a_ptr") return parsed;
  const listed = await findListed(store, docId.toLowerCase(), "paper");
  if (!listed) return parsed;
  const none = { amendmentNumber: null, originalFiledOn: null, statedTransactions: null };
  const known = parsed.kind === "unreadable" ? parsed.report : { chamber: "Senate" as const, ...none };
  return {
    kind: "unreadable",
    report: { ...known, ...listed, status: "unreadable" },
    reason: "unreadable_paper",
    message: "The report was filed on paper: the page shows images, which cannot be read",
  };
}
