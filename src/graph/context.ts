// The context of every resolver: one snapshot of the store, the loaders over it, the caller, and today's date.
import type { Db } from "../store/store.ts";
import { createLists, type KnownSnapshot, type Lists } from "./lists.ts";
import { createLoaders, type Loaders } from "./loaders.ts";
import type { Ports } from "./ports.ts";

export interface GraphPrincipal {
  /**
   * `reader`: the data of the REST service; `visitor`: these and what else the public pages show; `account`: the
   * account's own data; `admin`: everything else
   */
  role: "reader" | "visitor" | "account" | "admin";
  /** the user or process, for the audit log */
  actor?: string;
  /** the caller's account; an administrator may have one too */
  accountId?: string;
}

/** Whether the caller is signed in with an account and may read its data. */
export const hasAccount = (principal: GraphPrincipal | null): boolean =>
  principal?.accountId !== undefined && (principal.role === "account" || principal.role === "admin");

export interface GraphContext {
  /** the client of one REPEATABLE READ READ ONLY transaction */
  db: Db;
  loaders: Loaders;
  lists: Lists;
  /** the snapshot that `db` reads, if its data version is known */
  snapshot?: KnownSnapshot | undefined;
  principal: GraphPrincipal | null;
  /** calendar date in UTC, YYYY-MM-DD */
  today: string;
  ports: Ports;
}

/**
 * Creates the context of one operation; loaders never outlive it. `snapshot` is the snapshot that `db` reads; if it has
 * an index, lists are looked up there.
 */
export function createContext(
  db: Db,
  principal: GraphPrincipal | null,
  today: string,
  ports: Ports = {},
  snapshot?: KnownSnapshot,
): GraphContext {
  const loaders: Loaders = createLoaders(db, today);
  return { db, loaders, snapshot, principal, today, ports, lists: createLists(db, snapshot) };
}

export const actorOf = ({ principal }: GraphContext): string => principal?.actor ?? "graphql";
