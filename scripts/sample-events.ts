// A sample of each type of event, for those who write a receiver: the body with the example row of the contract.

import type { Row } from "../rest/fields.ts";
import { buildOpenApiDocument } from "../rest/openapi/openapi.ts";
import { exampleOf } from "../rest/openapi/schemas.ts";
import type { JsonSchema } from "../rest/params/parameter.ts";
import { eventBody } from "../src/events/event-message.ts";

const schemaOfKind = { insider_trade: "InsiderTrade", politician_trade: "PoliticianTrade", cluster: "Cluster" };
const changes = ["created", "changed", "withdrawn"];

/** Files by name, with the functions that make them. */
export const sampleEvents: Record<string, () => Promise<string>> = Object.fromEntries(
  Object.entries(schemaOfKind).flatMap(([kind, schema]) =>
    changes.map((change, at) => {
      const event = { position: String(90_871 + at), version: String(412 + at), kind, rowId: "0", change };
      const { type } = eventBody({ ...event, changedAt: new Date(0) }, {});
      const make = async () => {
        const document = await buildOpenApiDocument();
        const { schemas } = document.components as { schemas: Record<string, JsonSchema> };
        const row = exampleOf(schemas[schema] ?? {}, schemas) as Row;
        const changedAt = new Date(Date.UTC(2026, 2, 2, 21, 14, 9 + at));
        return `${JSON.stringify(eventBody({ ...event, changedAt }, row), null, 2)}\n`;
      };
      return [`clients/sample-events/${type}.json`, make];
    }),
  ),
);
