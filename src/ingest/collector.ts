// The interface between a publisher that refuses servers and `disclosed collect`: its pages are collected where it
// responds, without a store, as one signed file that `disclosed ingest` reads elsewhere.
import type { Outbound } from "./outbound/door.ts";

export interface CollectSetup {
  outbound: Outbound;
  /** base URL of the publisher without a trailing slash */
  url: string;
  /** DISCLOSED_HOME, where the signing key is */
  home: string;
  /** requested days, inclusive, YYYY-MM-DD */
  from: string;
  to: string;
  /** the .zip to write; what was collected by an interrupted run is beside it, as `<out>.part` */
  out: string;
  /** a line for the operator */
  say(line: string): void;
  signal: AbortSignal;
}

export interface CollectResult {
  out: string;
  from: string;
  to: string;
  /** documents that the publisher lists for those days */
  listed: number;
  /** of these, in the bundle */
  collected: number;
  /** the text of the public key that the bundle is signed with */
  publicKey: string;
}

export interface Collector {
  /**
   * Writes the bundle. Throws OutboundError, with `publisher_stopped` if the publisher refuses, and UsageError if there
   * are more documents than a bundle holds; what was collected until then is used by the next run with the same output.
   */
  collect(setup: CollectSetup): Promise<CollectResult>;
  /** The text of the public key of this home, which is created if there is none. */
  publicKey(home: string): Promise<string>;
  /** Accepts bundles signed with this key from now on. Throws UsageError if the text is not a key. */
  trust(home: string, publicKey: string): Promise<void>;
}
