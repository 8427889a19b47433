// The administrators' pages.
import { startApp } from "../frame/start-app.tsx";
import { router } from "./router.tsx";

startApp(router);
