// The SEC as the publisher of the lists of companies: company_tickers.json and company_tickers_exchange.json, which it
// renews from time to time under the same names ("Accessing EDGAR Data", sec.gov).
import { type ListingLook, lastLook, recordListing } from "../../store/listings.ts";
import { type OutboundAnswer, OutboundError } from "../outbound/door.ts";
import type { Publisher, PublisherSettings, SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";
import { parseCompanies, UnknownList } from "./parse.ts";

/** The second one knows the exchanges too. */
const lists = ["company_tickers.json", "company_tickers_exchange.json"];

export function companiesPublisher({ secUrl }: Pick<PublisherSettings, "secUrl">): Publisher {
  return {
    source: "companies",
    async *list(context) {
      for (const name of lists) yield* lookAt(name, secUrl, context);
    },
  };
}

async function* lookAt(name: string, secUrl: string, context: SyncContext): AsyncGenerator<InputFile> {
  const { store, outbound, signal, today } = context;
  const url = `${secUrl}/files/${name}`;
  const known = await lastLook(store.pool, "companies", name);
  const record = async (finding: Pick<ListingLook, "outcome" | "message" | "sha256">) => {
    const look = { source: "companies", listing: name, coversFrom: today, coversTo: today, final: false };
    await recordListing(store.pool, { ...look, ...finding }, []);
  };
  try {
    const fresh = known?.outcome === "failed";
    const answer = await outbound.request({ publisher: "sec", url, fresh, signal });
    refuseNonsense(answer);
    // these bytes were taken already when a look at them was recorded: it is recorded behind the yield
    if (known?.sha256 !== answer.sha256 || fresh) yield { path: url, name, read: async () => answer.body };
    await record({ outcome: "listed", ...(answer.sha256 && { sha256: answer.sha256 }) });
  } catch (error) {
    if (!(error instanceof OutboundError) || error.reason === "publisher_stopped") throw error;
    await record({ outcome: "failed", message: error.message });
  }
}

/** The lists have some ten thousand companies: one without any is no list, whatever its status says. */
function refuseNonsense({ status, body, url }: OutboundAnswer): void {
  if (status !== 200) throw new OutboundError("bad_answer", `HTTP ${status} from ${url}`);
  try {
    if (parseCompanies(body).length > 0) return;
  } catch (error) {
    if (!(error instanceof UnknownList)) throw error;
    throw new OutboundError("bad_answer", `${url}: ${error.message}`);
  }
  throw new OutboundError("bad_answer", `${url} lists no company`);
}
