// The account's pages: sign up, sign in, reset, and the pages behind the sign-in.
import { startApp } from "../frame/start-app.tsx";
import { router } from "./router.tsx";

startApp(router);
