// What every resolver is handed: one snapshot of the store, the loaders over it, who asks, and today's date.
import type { Db } from "../store/store.ts";
import { createLoaders, type Loaders } from "./loaders/loaders.ts";

export interface GraphPrincipal {
  /** `reader`: the data of the REST service; `admin`: operational reads too */
  role: "reader" | "admin";
}

export interface GraphContext {
  /** the client of one REPEATABLE READ READ ONLY transaction */
  db: Db;
  loaders: Loaders;
  principal: GraphPrincipal | null;
  /** calendar date in UTC, YYYY-MM-DD */
  today: string;
}

/** A context for one operation; loaders never outlive it. */
export function createContext(db: Db, principal: GraphPrincipal | null, today: string): GraphContext {
  return { db, loaders: createLoaders(db, today), principal, today };
}
