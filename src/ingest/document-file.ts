// A file with the document id of its publisher, so that its result can be joined to the listing.
import type { InputFile } from "./source.ts";

/** The same file with its document's name; the first name that is not null is used. */
export function asDocument(file: InputFile, ...names: (string | null | undefined)[]): InputFile {
  const documentId = names.find((name) => name !== null && name !== undefined) ?? undefined;
  return { path: file.path, name: file.name, listedOn: file.listedOn, documentId, read: () => file.read() };
}

/** The same file without its bytes, so that a run can retain it without retaining the bytes. */
export function withoutBytes({ path, name, listedOn, documentId }: InputFile): InputFile {
  return { path, name, listedOn, documentId, read: () => Promise.reject(new Error(`${path} has been read already`)) };
}

/**
 * True if the file was fetched from its publisher during this run. The code that fetched it then records the fetch of
 * the listing.
 */
export function isFetched({ path }: Pick<InputFile, "path">): boolean {
  return /^https?:\/\//i.test(path);
}
