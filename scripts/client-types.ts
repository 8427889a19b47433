// The types of the TypeScript client, by openapi-typescript from the OpenAPI document. The generator needs the
// compiler's JavaScript API, which TypeScript 7 no longer has: it gets the older compiler that @ts-morph/common
// contains.
import { register } from "node:module";
import { ts } from "@ts-morph/common";
import type { OpenAPI3, OpenAPITSOptions, SchemaObject } from "openapi-typescript";
import { withNumbers } from "./parameter-numbers.ts";

const compiler = `import common from "@ts-morph/common"; export default common.ts;`;
const hook = `export const resolve = (name, context, next) =>
  name === "typescript"
    ? { url: ${JSON.stringify(new URL("./older-compiler.mjs", import.meta.url).href)}, format: "module", shortCircuit: true }
    : next(name, context);
export const load = (url, context, next) =>
  url.endsWith("/older-compiler.mjs")
    ? { format: "module", source: ${JSON.stringify(compiler)}, shortCircuit: true }
    : next(url, context);`;

/** The text of a TypeScript file with the types of all paths. */
export async function printClientTypes(document: Record<string, unknown>): Promise<string> {
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
  const { default: generate, astToString } = await import("openapi-typescript");
  const tree = await generate(asJson(document) as unknown as OpenAPI3, { transform: knownWords });
  return `// Generated from rest/generated/openapi.json by \`npm run generate\`.\n${astToString(tree)}`;
}

type Node = Record<string, unknown>;

/**
 * The part of the document that the client uses, which reads JSON: no other form of a response, and not the parameter
 * that requests one. The other parameters accept numbers too.
 */
function asJson(document: Node): Node {
  return JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key === "parameters" && Array.isArray(value))
      return value
        .filter(({ name }) => name !== "format")
        .map((one) => (one.schema ? { ...one, schema: withNumbers(one.schema) } : one));
    const json = key === "content" ? (value as Node)["application/json"] : undefined;
    return json === undefined ? value : { "application/json": json };
  });
}

interface WithWords {
  "x-closed-enum"?: string[];
  "x-extensible-enum"?: string[];
  type?: string | string[];
  anyOf?: { enum?: string[] }[];
}

type Made = ReturnType<NonNullable<OpenAPITSOptions["transform"]>>;

/** Turns words of closed sets into literal types: the words known today, or any other text. */
function knownWords(schema: SchemaObject): Made {
  const { "x-closed-enum": own, "x-extensible-enum": known, type, anyOf } = schema as WithWords;
  const closed = anyOf?.find((each) => each.enum)?.enum ?? own;
  const words = closed ?? known;
  if (!words) return undefined;
  const { factory, SyntaxKind } = ts;
  const literals = words.map((word) => factory.createLiteralTypeNode(factory.createStringLiteral(word)));
  const other = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]);
  const absent = [type].flat().includes("null") ? [factory.createLiteralTypeNode(factory.createNull())] : [];
  return factory.createUnionTypeNode([...literals, ...(closed ? [] : [other]), ...absent]) as unknown as Made;
}
