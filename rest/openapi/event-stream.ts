// The operation of GET /stream, which sends events and no envelope.
import { listParameter } from "../pipeline/event-stream.ts";
import { commonHeaderRefs } from "./responses.ts";

const refused = (status: string) => [status, { $ref: `#/components/responses/${status}` }];

export const eventStreamOperation = {
  operationId: "openStream",
  tags: ["Service"],
  summary: "The changes of a list's rows as they happen: Server-Sent Events",
  description:
    "Accepts `list` and the filters of that list's route, but not the parameters that shape a response (page, sort, fields, format). Each event has an id, a type (`trade.created`, `trade.changed`, `trade.withdrawn`, the same of `politician_trade` and `cluster`) and as data the body that a webhook gets, on one line. A comment every 15 seconds shows that the stream is alive. Opening it counts as one request, events as none. A plan has a number of open streams; one more is 429. The stream ends when the service stops or the key is revoked: open it again with the last id.",
  parameters: [
    {
      name: "list",
      in: "query",
      required: true,
      description: listParameter.description,
      schema: listParameter.schema,
      example: "trades",
    },
    {
      name: "Last-Event-ID",
      in: "header",
      required: false,
      description:
        "continues after this event, for 30 days; later the response is 410: read the list with updatedSince, then open the stream without this header. Without it the stream begins with the next change",
      schema: { type: "string", maxLength: 100 },
      example: "evt_412_90871_created",
    },
  ],
  responses: {
    "200": {
      description: "the stream",
      headers: {
        ...commonHeaderRefs,
        "X-Request-Cost": { $ref: "#/components/headers/X-Request-Cost" },
      },
      content: { "text/event-stream": { schema: { type: "string" } } },
    },
    "429": {
      description: "A limit of requests is exceeded, or the account has as many open streams as its plan allows",
      headers: { ...commonHeaderRefs, "Retry-After": { $ref: "#/components/headers/Retry-After" } },
      content: {
        "application/json": {
          schema: {
            anyOf: [{ $ref: "#/components/schemas/LimitError" }, { $ref: "#/components/schemas/StreamLimitError" }],
          },
        },
      },
    },
    ...Object.fromEntries(["400", "401", "403", "405", "406", "410", "500", "503"].map(refused)),
  },
};
