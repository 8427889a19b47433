// Filings that an index, the feed or the submissions of a filer list, as listed documents.
import type { ListedDocument } from "../../store/listings.ts";
import type { IndexedFiling } from "./index-file.ts";

/** Filings as rows of listed_documents. `archives` is the base URL of EDGAR's archives, without a trailing slash. */
export function listedFilings(filings: IndexedFiling[], archives = "https://www.sec.gov/Archives"): ListedDocument[] {
  return filings.map(({ accessionNumber, filedOn, formType, cik, name, path }) => ({
    documentId: accessionNumber,
    listedOn: filedOn,
    kind: formType,
    url: /^https?:/.test(path) ? path : `${archives}/${path}`,
    detail: { cik, name },
  }));
}
