// The navigation of the dashboard, behind the sign-in of an administrator.
import { Forbidden } from "../frame/forbidden.tsx";
import { type Place, Shell } from "../frame/shell.tsx";
import { SignedIn } from "../frame/signed-in.tsx";

const places: Place[] = [
  { to: "/admin", label: "Overview", exact: true },
  { to: "/admin/accounts", label: "Accounts" },
  { to: "/admin/ingestion", label: "Ingestion" },
  { to: "/admin/filings", label: "Filings" },
  { to: "/admin/quarantine", label: "Quarantine" },
  { to: "/admin/data", label: "Data" },
  { to: "/admin/quality", label: "Quality" },
  { to: "/admin/signal", label: "Signal" },
  { to: "/admin/audit", label: "Audit" },
];

export function AdminFrame() {
  return (
    <SignedIn>
      {(user) =>
        user.role === "admin" ? (
          <Shell label="Dashboard" places={places} />
        ) : (
          <Forbidden title="The operator's pages" href="/account" place="your account">
            You are signed in, but not as an administrator.
          </Forbidden>
        )
      }
    </SignedIn>
  );
}
