// Starts a group of pages in the browser: drawn into an empty document, or taking over what the server has rendered.
import type { QueryClient } from "@tanstack/react-query";
import type { AnyRoute } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App, newQueryClient, newRouter } from "./app.tsx";

/** Returns the CSP nonce of the document, and sets it for styles that libraries create in the browser. */
function applyDocumentNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
  setNonce(nonce);
  return nonce;
}

export function startApp(routeTree: AnyRoute): void {
  const root = document.getElementById("root");
  if (!root) return;
  const app = { router: newRouter(routeTree), client: newQueryClient(), nonce: applyDocumentNonce() };
  createRoot(root).render(<App {...app} />);
}

/** `fill` puts the data that the server has rendered from into the client. */
export async function hydrateApp(routeTree: AnyRoute, fill: (client: QueryClient) => void): Promise<void> {
  const root = document.getElementById("root");
  if (!root) return;
  const router = newRouter(routeTree);
  // the server renders without the boundaries of Suspense that the browser would add
  router.ssr = { manifest: undefined };
  const client = newQueryClient();
  fill(client);
  await router.load();
  hydrateRoot(root, <App router={router} client={client} nonce={applyDocumentNonce()} />);
}
