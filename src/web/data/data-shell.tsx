// The frame of the public pages: the header with the search for names, and the statute's note below every page.
import { publicLinks, searchPage, statute } from "../../pages/site-texts.ts";
import { useSession } from "../frame/session.ts";
import { Shell } from "../frame/shell.tsx";
import classes from "./data-shell.module.css";

export function DataShell() {
  return (
    <>
      <Shell label="Data" links={[...publicLinks]} beside={<Beside />} />
      <footer className={classes.foot}>
        <p>{statute}</p>
        <p>Nothing here is investment advice.</p>
      </footer>
    </>
  );
}

function Beside() {
  const user = useSession().data?.user;
  return (
    <>
      <FindForm />
      {!user && (
        <a href="/sign-in" className={classes.enter}>
          Sign in
        </a>
      )}
    </>
  );
}

function FindForm() {
  return (
    <form action={searchPage.to} className={classes.find}>
      <input
        type="search"
        name="q"
        aria-label={searchPage.label}
        placeholder={searchPage.label}
        maxLength={200}
        required
      />
    </form>
  );
}
