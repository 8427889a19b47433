// /sign-in: redirects a user who is already signed in to the account.
import { Navigate } from "@tanstack/react-router";
import { SignedIn } from "../frame/signed-in.tsx";

export function SignInPage() {
  return <SignedIn>{(user) => (user.hasAccount ? <Navigate to="/account" /> : <ToAdmin />)}</SignedIn>;
}

/** The dashboard is a separate group of pages, so it needs a full page load. */
function ToAdmin() {
  location.replace("/admin");
  return null;
}
