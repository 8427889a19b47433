// The navigation of the account pages, behind the sign-in.
import { Forbidden } from "../frame/forbidden.tsx";
import { type Place, Shell } from "../frame/shell.tsx";
import { SignedIn } from "../frame/signed-in.tsx";

const places: Place[] = [
  { to: "/account", label: "Home", exact: true },
  { to: "/account/keys", label: "Keys" },
  { to: "/account/usage", label: "Usage" },
  { to: "/account/plan", label: "Plan" },
  { to: "/account/errors", label: "Errors" },
];

export function AccountFrame() {
  return (
    <SignedIn>
      {(user) =>
        user.hasAccount ? (
          <Shell label="Account" places={places} />
        ) : (
          <Forbidden title="No account of the API" href="/admin" place="the dashboard">
            This sign-in belongs to an administrator and has no account of the API.
          </Forbidden>
        )
      }
    </SignedIn>
  );
}
