// The routes of the account pages.
import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { Forbidden } from "../frame/forbidden.tsx";
import { NotFound } from "../frame/not-found.tsx";
import { parseSearch, stringifySearch } from "../frame/search.ts";
import { type NavigationLink, Shell } from "../frame/shell.tsx";
import { SignedIn } from "../frame/signed-in.tsx";
import { ErrorsPage } from "./errors/errors-page.tsx";
import { HomePage } from "./home/home-page.tsx";
import { KeysPage } from "./keys/keys-page.tsx";
import { PlanPage } from "./plan/plan-page.tsx";
import { ResetPage } from "./reset-page.tsx";
import { SignInPage } from "./sign-in-page.tsx";
import { SignUpPage } from "./sign-up-page.tsx";
import { UsagePage } from "./usage/usage-page.tsx";

// The navigation of the account pages, behind the sign-in.
const links: NavigationLink[] = [
  { to: "/account", label: "Home", exact: true },
  { to: "/account/keys", label: "Keys" },
  { to: "/account/usage", label: "Usage" },
  { to: "/account/plan", label: "Plan" },
  { to: "/account/errors", label: "Errors" },
];

function AccountFrame() {
  return (
    <SignedIn>
      {(user) =>
        user.hasAccount ? (
          <Shell label="Account" links={links} />
        ) : (
          <Forbidden title="No account of the API" href="/admin" place="the dashboard">
            This sign-in belongs to an administrator and has no account of the API.
          </Forbidden>
        )
      }
    </SignedIn>
  );
}

const root = createRootRoute({ notFoundComponent: NotFound });

const entrance = [
  createRoute({ getParentRoute: () => root, path: "/sign-up", component: SignUpPage }),
  createRoute({ getParentRoute: () => root, path: "/sign-in", component: SignInPage }),
  createRoute({ getParentRoute: () => root, path: "/reset", component: ResetPage }),
];

const account = createRoute({ getParentRoute: () => root, path: "/account", component: AccountFrame });
account.addChildren([
  createRoute({ getParentRoute: () => account, path: "/", component: HomePage }),
  createRoute({ getParentRoute: () => account, path: "/keys", component: KeysPage }),
  createRoute({ getParentRoute: () => account, path: "/usage", component: UsagePage }),
  createRoute({ getParentRoute: () => account, path: "/plan", component: PlanPage }),
  createRoute({ getParentRoute: () => account, path: "/errors", component: ErrorsPage }),
]);

export const router = createRouter({
  routeTree: root.addChildren([...entrance, account]),
  parseSearch,
  stringifySearch,
  defaultPreload: false,
  scrollRestoration: true,
});
