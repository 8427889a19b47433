// What keeps the embedded PostgreSQL from running, said so that an operator can act on it.

/** The message is the one line to print before exit 1. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}
