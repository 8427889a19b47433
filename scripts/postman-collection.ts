// A collection of requests for Postman, which Bruno, Insomnia and Hoppscotch import too: one per endpoint, with every
// parameter listed but disabled, with its example and meaning.

interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  description: string;
  example?: unknown;
}

interface Operation {
  tags: string[];
  summary: string;
  description: string;
  security?: unknown[];
  parameters?: Parameter[];
}

interface Document {
  info: { title: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, { get: Operation }>;
}

/** The collection, ready to be written as JSON. The key is a variable and has no value. */
export function postmanCollection(document: Record<string, unknown>): Record<string, unknown> {
  const { info, tags, paths } = document as unknown as Document;
  const operations = Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    info: {
      name: info.title,
      description: info.description,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{apiKey}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: "http://127.0.0.1:3000/api/v1" },
      { key: "apiKey", value: "" },
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations.filter(([, { get }]) => get.tags[0] === name).map(([path, { get }]) => itemOf(path, get)),
    })),
  };
}

function itemOf(path: string, { summary, description, security, parameters = [] }: Operation) {
  const steps = path
    .slice(1)
    .split("/")
    .map((step) => step.replace(/^\{(\w+)\}$/, ":$1"));
  const entryOf = ({ name, example, description: about }: Parameter) => ({
    key: name,
    value: [example ?? ""].flat().join(","),
    description: about,
  });
  const query = parameters.filter((parameter) => parameter.in === "query");
  const requiredQuery = query.filter(({ required }) => required).map(entryOf);
  const raw = requiredQuery.map(({ key, value }) => `${key}=${value}`).join("&");
  return {
    name: `${path} - ${summary}`,
    request: {
      method: "GET",
      ...(security?.length === 0 && { auth: { type: "noauth" } }),
      description,
      url: {
        raw: `{{baseUrl}}/${steps.join("/")}${raw && `?${raw}`}`,
        host: ["{{baseUrl}}"],
        path: steps,
        query: query.map((parameter) => ({ ...entryOf(parameter), ...(!parameter.required && { disabled: true }) })),
        variable: parameters.filter((parameter) => parameter.in === "path").map(entryOf),
      },
    },
  };
}
