// What every resolver is handed: one snapshot of the store, the loaders over it, the caller, and today's date.
import type { Db } from "../store/store.ts";
import { createLists, type KnownSnapshot, type Lists } from "./lists.ts";
import { createLoaders, type Loaders } from "./loaders/loaders.ts";
import type { Ports } from "./ports.ts";

export interface GraphPrincipal {
  /** `reader`: the data of the REST service; `account`: an account's own affairs; `admin`: everything but others' own affairs */
  role: "reader" | "account" | "admin";
  /** who that is, for the audit log */
  actor?: string;
  /** the account that is theirs; an administrator may have one too */
  accountId?: string;
}

/** Signed in with an account, whose own affairs are theirs to ask. */
export const hasAccount = (principal: GraphPrincipal | null): boolean =>
  principal?.accountId !== undefined && principal.role !== "reader";

export interface GraphContext {
  /** the client of one REPEATABLE READ READ ONLY transaction */
  db: Db;
  loaders: Loaders;
  lists: Lists;
  /** what `db` reads, where the data version is known */
  snapshot?: KnownSnapshot | undefined;
  principal: GraphPrincipal | null;
  /** calendar date in UTC, YYYY-MM-DD */
  today: string;
  ports: Ports;
}

/** A context for one operation; loaders never outlive it. `snapshot` is what `db` reads; with its index lists are looked up there. */
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
