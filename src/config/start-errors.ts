// What a start can fail by, apart from the settings' schemas: bad settings, and a current folder that was removed,
// where Node and PostgreSQL fail with messages that name neither the folder nor what to do. Imports no other module,
// so that it is usable before anything else.

/** Invalid settings; the message is one line with all problems, to be printed before exit 2. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

// The folder that a process was started in may be removed while it runs, or before: Node and PostgreSQL then fail with
// messages that name neither the folder nor what to do.

export const lostFolderProblem = "the current folder no longer exists; change to another folder and start again";

/** The folder that relative paths begin at; undefined where it was removed. */
export function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
