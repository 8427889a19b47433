// How long data about callers are retained. Imports nothing, because the help of `disclosed prune` states it.
/** Days after which rows are deleted; stated in docs/adr/0018-retention.md. */
export const retentionDays = {
  /** requests by account, day, route and status, and by key and day: the current and the previous twelve months */
  usage: 396,
  /** the audit log */
  audit: 730,
  /** keys that have ended, with their names and allowlists */
  endedKeys: 396,
  /** an account's own failed requests with their parameters, at most 500 of each account */
  errors: 30,
  /** the log of an account's requests, at most 10,000 of each account */
  requests: 30,
  /** attempts to deliver by webhook and mail, and events that were delivered or that wait while nothing is sent */
  deliveries: 30,
  /** notices by mail; longer than a month, whose limit has at most one of each */
  notices: 40,
  /** the service's statistics by minute, which name no caller */
  minutes: 93,
  /** the change log: how long a subscription may wait, and a stream be interrupted, without missing a change */
  changes: 30,
} as const;
