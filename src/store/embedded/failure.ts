// The error for an embedded PostgreSQL that cannot run. Its message tells the operator what to do.

/** The message is the one line to print before exit 1. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}
