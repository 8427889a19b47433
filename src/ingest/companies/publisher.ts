// The SEC as the publisher of the lists of companies: company_tickers.json and company_tickers_exchange.json, which it
// updates from time to time under the same names ("Accessing EDGAR Data", sec.gov). Also of the submissions JSON of
// single companies, the only source of the industry of a company without any Form 3, 4 or 5.
import type { Pool } from "pg";
import { type ListingFetch, lastFetch, recordListing } from "../../store/listings.ts";
import type { Store } from "../../store/store.ts";
import { OutboundError, type OutboundResponse } from "../outbound/index.ts";
import type { Publisher, PublisherSettings, SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";
import { parseCompanies, UnknownList } from "./parse.ts";

// Selects the companies whose submissions JSON is requested from EDGAR: those that members' trades name and whose
// industry (SIC code) is in no filing and no list.

/** name of the fetch of a company's submissions; `cik` has 10 digits */
const submissionsListing = (cik: string): string => `submissions/CIK${cik}`;

/** days until a response without an industry, or "no such company", is requested again */
const daysUntilFetchedAgain = 90;

/** CIKs (10 digits) of companies to request on `today` (YYYY-MM-DD), in order. */
async function wantedSubmissions(pool: Pool, today: string): Promise<string[]> {
  const { rows } = await pool.query<{ cik: string }>(
    `SELECT c.cik FROM companies c
     LEFT JOIN listing_fetches l ON l.source = 'companies' AND l.listing = 'submissions/CIK' || c.cik
     WHERE c.sic_code IS NULL AND (
         EXISTS (SELECT FROM politician_trades t WHERE t.company_cik = c.cik)
         OR EXISTS (SELECT FROM company_symbols s JOIN politician_trades t ON t.ticker = s.symbol WHERE s.company_cik = c.cik))
       AND NOT (l.outcome IS NOT DISTINCT FROM 'listed' AND l.covers_to > $1::date - ${daysUntilFetchedAgain})
       AND NOT (l.outcome IS NOT DISTINCT FROM 'empty' AND l.covers_to > $1::date - ${daysUntilFetchedAgain})
     ORDER BY c.cik COLLATE "C"`,
    [today],
  );
  return rows.map(({ cik }) => cik);
}

/** The second list has the exchanges too. */
const lists = ["company_tickers.json", "company_tickers_exchange.json"];

/** consecutive failures, each already retried by the outbound client, after which the rest waits for the next sync */
const maxFailures = 5;

export default function companiesPublisher({
  secUrl,
  secDataUrl,
}: Pick<PublisherSettings, "secUrl" | "secDataUrl">): Publisher {
  return {
    source: "companies",
    async *list(context) {
      for (const name of lists) yield* fetchListing(name, secUrl, context);
    },
    dependent: {
      isDue: async ({ store, today }) => (await wantedSubmissions(store.pool, today)).length > 0,
      list: (context) => fetchIssuers(secDataUrl, context),
    },
  };
}

async function* fetchIssuers(secDataUrl: string, context: SyncContext): AsyncGenerator<InputFile> {
  const wanted = await wantedSubmissions(context.store.pool, context.today);
  let failures = 0;
  for (const cik of wanted) {
    try {
      yield* fetchIssuer(cik, secDataUrl, context);
      failures = 0;
    } catch (error) {
      if (!(error instanceof OutboundError) || error.reason === "publisher_stopped") throw error;
      await recordIssuer(cik, context, { outcome: "failed", message: error.message });
      failures += 1;
      if (failures === maxFailures) return;
    }
  }
}

async function* fetchIssuer(cik: string, secDataUrl: string, context: SyncContext): AsyncGenerator<InputFile> {
  const name = `CIK${cik}.json`;
  const url = `${secDataUrl}/submissions/${name}`;
  const { outbound, signal } = context;
  const response = await outbound.request({ publisher: "sec", url, signal });
  if (response.status !== 200)
    return await recordIssuer(cik, context, { outcome: "empty", message: `EDGAR has no submissions of CIK ${cik}` });
  const companies = parseResponse(response).filter((company) => company.cik === cik);
  if (companies.length > 0) yield { path: url, name, read: async () => response.body };
  const hasIndustry = companies.some(({ sicCode }) => sicCode !== null);
  await recordIssuer(
    cik,
    context,
    hasIndustry ? { outcome: "listed" } : { outcome: "empty", message: "the publisher states no industry" },
  );
}

async function recordIssuer(
  cik: string,
  { store, today }: SyncContext,
  finding: Pick<ListingFetch, "outcome" | "message">,
): Promise<void> {
  const fetched = { source: "companies", listing: submissionsListing(cik), coversFrom: today, coversTo: today };
  await recordListing(store.pool, { ...fetched, final: false, ...finding }, []);
}

function parseResponse({ body, url }: OutboundResponse): ReturnType<typeof parseCompanies> {
  try {
    return parseCompanies(body);
  } catch (error) {
    if (!(error instanceof UnknownList)) throw error;
    throw new OutboundError("bad_response", `${url}: ${error.message}`);
  }
}

async function* fetchListing(name: string, secUrl: string, context: SyncContext): AsyncGenerator<InputFile> {
  const { store, outbound, signal, today } = context;
  const url = `${secUrl}/files/${name}`;
  const known = await lastFetch(store.pool, "companies", name);
  const record = async (finding: Pick<ListingFetch, "outcome" | "message" | "sha256">) => {
    const fetched = { source: "companies", listing: name, coversFrom: today, coversTo: today, final: false };
    await recordListing(store.pool, { ...fetched, ...finding }, []);
  };
  try {
    const fresh = known?.outcome === "failed";
    const response = await outbound.request({ publisher: "sec", url, fresh, signal });
    refuseEmpty(response);
    await refuseTruncated(response, known?.sha256 ?? null, store);
    // if a fetch of these bytes is recorded, they were already ingested: the fetch is recorded after the yield
    if (known?.sha256 !== response.sha256 || fresh) yield { path: url, name, read: async () => response.body };
    await record({ outcome: "listed", ...(response.sha256 && { sha256: response.sha256 }) });
  } catch (error) {
    if (!(error instanceof OutboundError) || error.reason === "publisher_stopped") throw error;
    await record({ outcome: "failed", message: error.message });
  }
}

/** The lists have about ten thousand companies: a response without any is not a list, whatever its status is. */
function refuseEmpty(response: OutboundResponse): void {
  const { status, url } = response;
  if (status !== 200) throw new OutboundError("bad_response", `HTTP ${status} from ${url}`);
  if (parseResponse(response).length > 0) return;
  throw new OutboundError("bad_response", `${url} lists no company`);
}

/** A list that is less than half as long as at the last fetch is not complete. */
async function refuseTruncated({ body, url }: OutboundResponse, before: string | null, { pool }: Store): Promise<void> {
  const { rows } = await pool.query<{ bytes: number }>("SELECT bytes FROM source_files WHERE sha256 = $1", [before]);
  const bytes = rows[0]?.bytes ?? 0;
  if (body.length < bytes / 2)
    throw new OutboundError(
      "bad_response",
      `${url} has ${body.length} bytes, but had ${bytes} before: it is not the complete list`,
    );
}
