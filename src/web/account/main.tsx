// The account's pages: sign up, sign in, reset, and what stands behind the sign-in.
import { startApp } from "../frame/start-app.tsx";
import { router } from "./router.tsx";

startApp(router);
