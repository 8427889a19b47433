// The error for bad settings, apart from their schemas: the command line knows it without loading those.

/** Invalid settings; the message is one line with all problems, to be printed before exit 2. */
export class ConfigError extends Error {
  override name = "ConfigError";
}
