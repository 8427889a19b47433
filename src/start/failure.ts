// What ends a start, said so that an operator can act on it.

/** The message is the one line to print before exit 1. */
export class StartError extends Error {
  override name = "StartError";
}
