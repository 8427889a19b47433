// The error that ends a start, worded so that an operator can act on it.

/** The message is the one line that is printed before exit code 1. */
export class StartError extends Error {
  override name = "StartError";
}
