// Express with its defaults, sending fixed bodies.
import express from "express";
import { fixedBodies, report } from "./started.ts";

const bodies = fixedBodies();
const app = express();
app.disable("x-powered-by").disable("etag");
app.get("/api/v1/*path", (request, response) => {
  const body = bodies.get(request.url);
  if (!body) {
    response.sendStatus(404);
    return;
  }
  response.set("Content-Type", "application/json; charset=utf-8").send(body);
});
report(app.listen(0, "127.0.0.1"));
