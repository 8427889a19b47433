// Renders a public page on the server, from the components that run in the browser. A component says which data it needs
// by reading them; the page is rendered again with these data until it needs no more.
// biome-ignore-all assist/source/organizeImports: the styles of the app come before those of the pages
import { App, newQueryClient, newRouter } from "../frame/app.tsx";
import { createMemoryHistory } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import type { PageRequest, RenderedPage } from "../../pages/data/rendering.ts";
import { withDarkVariables } from "../frame/dark-without-scripts.ts";
import { readKey } from "../frame/operation.ts";
import { type NeededRead, type ServerRender, ServerRenderContext } from "../frame/server-render.ts";
import { sessionKey } from "../frame/session.ts";
import { moveStyles, type PageData } from "./document.ts";
import { dataRoutes } from "./routes.tsx";

/** a page reads its names, then its rows, then what a row refers to */
const maxRounds = 6;

/** `read` gives the data of each query, in their order. */
export async function renderPage(
  { path, session, nonce }: PageRequest,
  read: (needs: NeededRead[]) => Promise<unknown[]>,
): Promise<RenderedPage> {
  const client = newQueryClient();
  client.setQueryData(sessionKey, session);
  const router = newRouter(dataRoutes, createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const known: PageData = [];
  for (let round = 0; round < maxRounds; round++) {
    const pass = new Pass();
    const html = renderToString(
      <ServerRenderContext value={pass}>
        <App router={router} client={client} nonce={nonce} />
      </ServerRenderContext>,
    );
    if (pass.needs.size === 0)
      return { ...moveStyles(withDarkVariables(html)), ...pass.head, data: asScriptText(known) };
    const needs = [...pass.needs.values()];
    const results = await read(needs);
    for (const [index, { name, variables }] of needs.entries()) {
      known.push({ name, variables, data: results[index] });
      client.setQueryData(readKey(name, variables), results[index]);
    }
  }
  throw new Error(`${path} needs more data after ${maxRounds} rounds`);
}

/** What one rendering has said. */
class Pass implements ServerRender {
  readonly needs = new Map<string, NeededRead>();
  readonly head = { title: "", status: 200 };

  need(read: NeededRead): void {
    this.needs.set(JSON.stringify([read.name, read.variables]), read);
  }

  title(title: string): void {
    this.head.title = title;
  }

  status(status: 400 | 404): void {
    this.head.status = status;
  }
}

/** JSON that ends no script element. */
const asScriptText = (data: PageData): string => JSON.stringify(data).replaceAll("<", "\\u003c");
