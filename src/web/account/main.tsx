// The account's pages: sign up, sign in, reset, and the pages behind the sign-in.
// biome-ignore-all assist/source/organizeImports: the styles of start-app come before those of the pages
import { startApp } from "../frame/start-app.tsx";
import { createRootRoute, createRoute } from "@tanstack/react-router";
import { Forbidden, NotFound, SignedIn } from "../frame/access.tsx";
import { type NavigationLink, Shell } from "../frame/shell.tsx";
import { ResetPage, SignInPage, SignUpPage } from "./entrance.tsx";
import { HomePage } from "./home-page.tsx";
import { KeysPage } from "./keys.tsx";
import { PlanPage } from "./plan-page.tsx";
import { ErrorsPage, UsagePage } from "./requests-pages.tsx";

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
          <Forbidden title="No API account" href="/admin" place="the dashboard">
            You are signed in as an administrator without an API account.
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

startApp(root.addChildren([...entrance, account]));
