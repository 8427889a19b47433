// The account's pages, behind the sign-in. Pages that are seldom opened are loaded when they are.
// biome-ignore-all assist/source/organizeImports: the styles of start-app come before those of the pages
import { startApp } from "../frame/start-app.tsx";
import { createRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Forbidden, NotFound, SignedIn } from "../frame/access.tsx";
import { type NavigationLink, Shell } from "../frame/shell.tsx";
import { HomePage } from "./home-page.tsx";
import { KeysPage } from "./keys.tsx";
import { WithNotices } from "./notices.tsx";
import { PlanPage } from "./plan-page.tsx";
import { ErrorsPage, UsagePage } from "./requests-pages.tsx";
import { SubscriptionPage, SubscriptionsPage } from "./subscriptions/subscription-pages.tsx";

// The navigation of the account pages, behind the sign-in.
const links: NavigationLink[] = [
  { to: "/account", label: "Home", exact: true },
  { to: "/account/keys", label: "Keys" },
  { to: "/account/webhooks", label: "Webhooks" },
  { to: "/account/usage", label: "Usage" },
  { to: "/account/requests", label: "Requests" },
  { to: "/account/errors", label: "Errors" },
  { to: "/account/plan", label: "Plan" },
  { to: "/account/settings", label: "Settings" },
];

function AccountFrame() {
  return (
    <SignedIn>
      {(user) =>
        user.hasAccount ? (
          <Shell label="Account" links={links}>
            <WithNotices />
          </Shell>
        ) : (
          <Forbidden title="No API account" href="/admin" label="the dashboard">
            You are signed in as an administrator without an API account.
          </Forbidden>
        )
      }
    </SignedIn>
  );
}

const root = createRootRoute({ notFoundComponent: NotFound });

const account = createRoute({ getParentRoute: () => root, path: "/account", component: AccountFrame });
account.addChildren([
  createRoute({ getParentRoute: () => account, path: "/", component: HomePage }),
  createRoute({ getParentRoute: () => account, path: "/keys", component: KeysPage }),
  createRoute({ getParentRoute: () => account, path: "/webhooks", component: SubscriptionsPage }),
  createRoute({ getParentRoute: () => account, path: "/webhooks/$id", component: SubscriptionPage }),
  createRoute({ getParentRoute: () => account, path: "/usage", component: UsagePage }),
  createRoute({
    getParentRoute: () => account,
    path: "/requests",
    component: lazyRouteComponent(() => import("./request-log.tsx"), "RequestLogPage"),
  }),
  createRoute({ getParentRoute: () => account, path: "/plan", component: PlanPage }),
  createRoute({
    getParentRoute: () => account,
    path: "/settings",
    component: lazyRouteComponent(() => import("./settings-page.tsx"), "SettingsPage"),
  }),
  createRoute({ getParentRoute: () => account, path: "/errors", component: ErrorsPage }),
]);

startApp(root.addChildren([account]));
