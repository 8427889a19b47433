// What surrounds the pages of every group, in the browser and on the server: styles, theme, queries, router.
import "@mantine/core/styles.css";
import "./tokens.css";
import "./frame.css";
import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
  MantineProvider,
} from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  type AnyRoute,
  type AnyRouter,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RequestError } from "./operation.ts";
import { parseSearch, stringifySearch } from "./search.ts";

// The Mantine theme in our colours and density: its variables refer to the tokens that all pages share.

/** Shades around the accent of tokens.css (#1558b0), light to dark. */
const accent: MantineColorsTuple = [
  "#eef4fc",
  "#d9e6f7",
  "#b0ccef",
  "#7fb2ff",
  "#5f98de",
  "#3a7bd0",
  "#1558b0",
  "#124d9b",
  "#0f4286",
  "#0b3670",
];

const bad: MantineColorsTuple = [
  "#fdf0ef",
  "#fadcda",
  "#f3b5b1",
  "#ff8a80",
  "#e0645c",
  "#c8423a",
  "#b3261e",
  "#9c211a",
  "#841c16",
  "#6d1712",
];

/** Surfaces and lines of the dark scheme, light to dark. */
const dark: MantineColorsTuple = [
  "#e8eaee",
  "#c5cad3",
  "#a6aebb",
  "#8d96a3",
  "#323843",
  "#272c35",
  "#1c2027",
  "#14171c",
  "#101319",
  "#0b0d12",
];

/** Mantine's <header> of a dialog would be a second banner of the page to a screen reader. */
const dialog = {
  attributes: { header: { role: "none" } },
  closeButtonProps: { "aria-label": "Close" },
  styles: { title: { fontSize: "15px", fontWeight: 650 } },
};

const theme = createTheme({
  fontFamily: "var(--sans)",
  fontFamilyMonospace: "var(--mono)",
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  lineHeights: { xs: "16px", sm: "18px", md: "20px", lg: "22px", xl: "26px" },
  headings: {
    fontWeight: "650",
    sizes: { h1: { fontSize: "22px", lineHeight: "28px" }, h2: { fontSize: "15px", lineHeight: "20px" } },
  },
  primaryColor: "accent",
  primaryShade: 6,
  colors: { accent, bad, dark },
  defaultRadius: "sm",
  focusRing: "auto",
  cursorType: "pointer",
  respectReducedMotion: true,
  // every field of our forms is required, so none is marked as required
  components: {
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Modal: { defaultProps: dialog },
    Drawer: { defaultProps: dialog },
  },
});

const ours = {
  "--mantine-color-body": "var(--page)",
  "--mantine-color-text": "var(--text)",
  "--mantine-color-dimmed": "var(--dim)",
  "--mantine-color-placeholder": "var(--dim)",
  "--mantine-color-error": "var(--bad)",
  "--mantine-color-anchor": "var(--accent)",
  "--mantine-color-default-border": "var(--line)",
};

const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: ours, dark: ours });

/** Retries once, and only failures that may be temporary. */
function mayRetry(count: number, error: Error): boolean {
  return count < 1 && error instanceof RequestError && (error.status === 0 || error.status >= 500);
}

export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: mayRetry, staleTime: 5_000, refetchOnWindowFocus: true } },
  });
}

/** `history`: on the server, where there is no address bar. */
export function newRouter(routeTree: AnyRoute, history?: RouterHistory): AnyRouter {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: false,
    scrollRestoration: history === undefined,
    ...(history && { history, isServer: true }),
  });
}

interface AppProps {
  router: AnyRouter;
  client: QueryClient;
  /** of the styles that Mantine creates */
  nonce: string;
  /** around the pages */
  children?: (pages: ReactNode) => ReactNode;
}

export function App({ router, client, nonce, children = (pages) => pages }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      colorSchemeManager={localStorageColorSchemeManager()}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={client}>{children(<RouterProvider router={router} />)}</QueryClientProvider>
    </MantineProvider>
  );
}
