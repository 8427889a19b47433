// What people call a document: in messages, lists and the audit log, instead of the number of a row.

/** The name of a file without its folders. */
export const lastSegment = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;

/** The publisher's id of the document, else the name of the file. */
export const filingOf = ({ documentId, fileName }: { documentId: string | null; fileName: string }): string =>
  documentId ?? lastSegment(fileName);
