// The thread that renders public pages, so that rendering delays no other request of the process. It has no access to
// the store: it asks for the data of each page.
import { parentPort } from "node:worker_threads";
import type { FromRenderer, ToRenderer } from "../pages/data/rendering.ts";
import { renderPage } from "./data/server.tsx";

/** by the id of the page: continues with the data that it has asked for */
const waiting = new Map<number, (results: unknown[]) => void>();
const send = (message: FromRenderer) => parentPort?.postMessage(message);

async function render({ id, page }: Extract<ToRenderer, { page: unknown }>): Promise<void> {
  try {
    const rendered = await renderPage(page, (needs) => {
      send({ id, needs });
      return new Promise((resolve) => waiting.set(id, resolve));
    });
    send({ id, rendered });
  } catch (error) {
    send({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    waiting.delete(id);
  }
}

parentPort?.on("message", (message: ToRenderer) => {
  if ("page" in message) void render(message);
  else if ("results" in message) waiting.get(message.id)?.(message.results);
  else waiting.delete(message.id);
});
