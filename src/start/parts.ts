// The objects that every part of the service is built from.
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import type { Store } from "../store/store.ts";
import type { Closers } from "./lifecycle.ts";
import type { Metrics } from "./metrics.ts";

export interface Parts {
  config: Config;
  store: Store;
  version: string;
  log: Logger;
  closers: Closers;
  metrics: Metrics;
  indexSocket?: string | undefined;
  /** base URL that callers see; the port is known only once the server listens */
  publicUrl: () => string;
}
