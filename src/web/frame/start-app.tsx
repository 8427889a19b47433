// Starts a group of pages: components, queries, routes, and the CSP nonce for styles created in the browser.
import "@mantine/core/styles.css";
import "./tokens.css";
import "./frame.css";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type AnyRouter, RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { createRoot } from "react-dom/client";
import { RequestError } from "./api/request-error.ts";
import { cssVariablesResolver, theme } from "./theme.ts";

/** Retries once, and only failures that may be temporary. */
function mayRetry(count: number, error: Error): boolean {
  return count < 1 && error instanceof RequestError && (error.status === 0 || error.status >= 500);
}

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: mayRetry, staleTime: 5_000, refetchOnWindowFocus: true } },
  });
}

export function startApp(router: AnyRouter): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
  setNonce(nonce);
  const root = document.getElementById("root");
  if (!root) return;
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      colorSchemeManager={localStorageColorSchemeManager()}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={newQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
