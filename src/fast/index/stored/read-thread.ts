// The thread that reads a stored index, while the process waits for the database.
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { reasonOf } from "../../../lib/reason.ts";
import { buffersOf } from "../load/build-thread.ts";
import { startThread } from "../thread.ts";
import type { IndexData } from "../trade-index.ts";
import { Doubt, type ReadChanges, readChangeFile } from "./checkpoint.ts";
import { type Head, readIndexFile } from "./index-file.ts";

export interface StoredPaths {
  index: string;
  changes: string;
}

export interface ReadIndex {
  head: Head;
  lists: IndexData["lists"];
  changes: ReadChanges;
}

type Message = { read: ReadIndex } | { doubt: string } | { none: true };

/**
 * Reads the index and its changes. Undefined where there is none. Rejects with a Doubt where the files cannot be read, are
 * not whole, or are not of the same layout and store.
 */
export async function readInThread(
  paths: StoredPaths,
  expected: Pick<Head, "layout" | "store">,
): Promise<ReadIndex | undefined> {
  const thread = startThread(import.meta.url, { paths, expected });
  const message = await new Promise<Message>((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", (error) => reject(new Doubt(`it cannot be read: ${reasonOf(error)}`)));
    thread.once("exit", () => reject(new Doubt("the thread that reads it ended")));
  });
  if ("doubt" in message) throw new Doubt(message.doubt);
  return "read" in message ? message.read : undefined;
}

function read({ index, changes }: StoredPaths, expected: Pick<Head, "layout" | "store">): ReadIndex {
  const { head, lists } = readIndexFile(index, (found) => {
    if (found.layout !== expected.layout) throw new Doubt("another version of the program wrote it");
    const { system, database, migration } = found.store;
    if (system !== expected.store.system || database !== expected.store.database)
      throw new Doubt("it belongs to another store");
    if (migration !== expected.store.migration) throw new Doubt("the store has been migrated since");
  });
  return { head, lists, changes: readChangeFile(changes, head.id) };
}

function send(paths: StoredPaths, expected: Pick<Head, "layout" | "store">): void {
  const post = (message: Message, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);
  try {
    const found = read(paths, expected);
    post({ read: found }, buffersOf(found.lists));
  } catch (error) {
    if (error instanceof Doubt) post({ doubt: error.message });
    else if ((error as NodeJS.ErrnoException).code === "ENOENT") post({ none: true });
    else post({ doubt: `it cannot be read: ${reasonOf(error)}` });
  }
}

if (!isMainThread && workerData?.paths) send(workerData.paths, workerData.expected);
