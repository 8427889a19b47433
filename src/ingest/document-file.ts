// A file under the name that its publisher has for the document, so that what becomes of it is found from the listing.
import type { InputFile } from "./source.ts";

/** The same file with its document's name; the first of the names that is known counts. */
export function asDocument(file: InputFile, ...names: (string | null | undefined)[]): InputFile {
  const documentId = names.find((name) => name !== null && name !== undefined) ?? undefined;
  return { path: file.path, name: file.name, listedOn: file.listedOn, documentId, read: () => file.read() };
}

/** The same file for a run to remember: what holds on to it does not hold on to its bytes. */
export function withoutBytes({ path, name, listedOn, documentId }: InputFile): InputFile {
  return { path, name, listedOn, documentId, read: () => Promise.reject(new Error(`${path} has been read already`)) };
}

/** Whether the file came from its publisher in this very run: then the fetch of the listing is recorded by who fetched it. */
export function isFetched({ path }: Pick<InputFile, "path">): boolean {
  return /^https?:\/\//i.test(path);
}
