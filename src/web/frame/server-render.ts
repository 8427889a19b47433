// What the components of a page tell the server that renders them. In the browser there is no such server: the page reads
// its data itself.
import { createContext, useContext, useSyncExternalStore } from "react";

/** A query that a page needs before it can be rendered. */
export interface NeededRead {
  name: string;
  hash: string;
  variables: unknown;
}

export interface ServerRender {
  /** reads the data and renders the page again */
  need(read: NeededRead): void;
  title(title: string): void;
  /** of the response: 400 where a filter is invalid, 404 where the record is not stored */
  status(status: 400 | 404): void;
}

export const ServerRenderContext = createContext<ServerRender | undefined>(undefined);

export const useServerRender = (): ServerRender | undefined => useContext(ServerRenderContext);

/** False on the server, and in the browser until React has hydrated the server's document. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
