// What the service and the thread that renders public pages tell each other, and what the pages are given. Types only, no
// code.

export interface PageRequest {
  /** path and query */
  path: string;
  /** the response of /auth/session */
  session: unknown;
  /** the placeholder of the nonce, which is another one in each response */
  nonce: string;
}

export interface RenderedPage {
  /** 200; 400 for an invalid filter; 404 for a record that is not stored */
  status: number;
  /** without the name of the service */
  title: string;
  html: string;
  /** rules for the elements of the HTML */
  css: string;
  /** JSON of the data that the page was rendered from, safe within a script element */
  data: string;
}

/** A persisted query that a page needs. */
export interface PageRead {
  hash: string;
  variables: unknown;
}

/** `id` is that of the page; a message without page and results gives the page up. */
export type ToRenderer = { id: number } & ({ page: PageRequest } | { results: unknown[] } | { isGivenUp: true });

export type FromRenderer = { id: number } & ({ needs: PageRead[] } | { rendered: RenderedPage } | { failure: string });

/** Who may see the pages: any visitor, signed-in people, or administrators alone. */
export type PublicPages = "open" | "accounts" | "off";

/** Executes a public document. Rejects with AppError. */
export type ReadPublic = (hash: string, variables: Record<string, unknown>) => Promise<PublicResult>;

interface PublicResult {
  data: unknown;
  dataVersion: string;
}
