// /sign-in: who is signed in already goes on to the account.
import { Navigate } from "@tanstack/react-router";
import { SignedIn } from "../frame/signed-in.tsx";

export function SignInPage() {
  return <SignedIn>{(user) => (user.hasAccount ? <Navigate to="/account" /> : <ToAdmin />)}</SignedIn>;
}

/** The dashboard is a group of pages of its own. */
function ToAdmin() {
  location.replace("/admin");
  return null;
}
