// Takes over a public page in the browser: from then on lists sort and filter without loading the page again, rows open
// in a drawer, and charts respond.
// biome-ignore-all assist/source/organizeImports: the styles of start-app come before those of the pages
import { hydrateApp } from "../frame/start-app.tsx";
import { readKey } from "../frame/operation.ts";
import { adoptStyles, type PageData } from "./document.ts";
import { dataRoutes } from "./routes.tsx";

adoptStyles();
await hydrateApp(dataRoutes, (client) => {
  const sent = document.getElementById("page-data")?.textContent;
  const reads: PageData = sent ? JSON.parse(sent) : [];
  for (const { name, variables, data } of reads) client.setQueryData(readKey(name, variables), data);
});
