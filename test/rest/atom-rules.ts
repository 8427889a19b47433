// What RFC 4287 demands of a feed document, by its grammar (appendix B) and its sections, independently of the code that
// writes feeds. Two parsers check that it is well-formed: fast-xml-parser here, and expat by Python.
import { execFileSync } from "node:child_process";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { groupBy } from "../../src/lib/group-by.ts";

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const atom = "http://www.w3.org/2005/Atom";

/** the children of an element and how often they may occur; `some`: one or more */
const grammar: Record<string, Record<string, "one" | "optional" | "some" | "any">> = {
  feed: {
    ...{ id: "one", title: "one", updated: "one", author: "some", link: "any", entry: "any" },
    ...{ category: "any", contributor: "any", generator: "optional", icon: "optional", logo: "optional" },
    ...{ rights: "optional", subtitle: "optional" },
  },
  entry: {
    ...{ id: "one", title: "one", updated: "one", author: "any", link: "any", content: "optional" },
    ...{ published: "optional", summary: "optional", rights: "optional", source: "optional" },
    ...{ category: "any", contributor: "any" },
  },
  author: { name: "one", uri: "optional", email: "optional" },
};
const texts = ["id", "title", "updated", "published", "name", "content"];
/** section 3.3: an uppercase T, and an offset or an uppercase Z */
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const absolute = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i;

/** Every rule that the document breaks. */
export function problemsOf(document: string): string[] {
  const valid = XMLValidator.validate(document);
  if (valid !== true) return [`not well-formed: ${valid.err.msg}`];
  const expat = execFileSync("python3", ["-c", parseByExpat], { input: document, encoding: "utf8" }).trim();
  if (expat !== "") return [`not well-formed by expat: ${expat}`];
  const [root, ...others] = elementsOf(parser.parse(document) as Node[]);
  if (!root || others.length > 0 || root.name !== "feed") return ["the root is not one feed"];
  const problems = root.attributes.xmlns === atom ? [] : ["feed is not in Atom's namespace"];
  check(root, problems);
  const ids = root.children.filter(({ name }) => name === "entry").map((entry) => textIn(entry, "id"));
  if (new Set(ids).size !== ids.length) problems.push("two entries have one id");
  if (!links(root).some(({ rel }) => rel === "self")) problems.push("feed has no link to itself");
  return problems;
}

/** The entries of a valid document: id, title, content, links by their relation. */
export function entriesOf(document: string) {
  const [root] = elementsOf(parser.parse(document) as Node[]);
  const entries = root?.children.filter(({ name }) => name === "entry") ?? [];
  return entries.map((entry) => ({
    id: textIn(entry, "id"),
    title: textIn(entry, "title"),
    updated: textIn(entry, "updated"),
    content: textIn(entry, "content"),
    links: Object.fromEntries(links(entry).map(({ rel = "alternate", href = "" }) => [rel, href])),
  }));
}

const parseByExpat = `
import sys, xml.parsers.expat as expat
try:
    expat.ParserCreate(namespace_separator=' ').Parse(sys.stdin.buffer.read(), True)
except expat.ExpatError as error:
    print(error)`;

function check(element: Element, problems: string[]): void {
  const { name, children } = element;
  const rule = grammar[name];
  if (!rule) {
    checkLeaf(element, problems);
    return;
  }
  const counts = groupBy(children, (child) => child.name);
  for (const [child, occurrence] of Object.entries(rule)) {
    const count = counts.get(child)?.length ?? 0;
    if ((occurrence === "one" || occurrence === "some") && count === 0) problems.push(`${name} has no ${child}`);
    if ((occurrence === "one" || occurrence === "optional") && count > 1)
      problems.push(`${name} has ${count} ${child}`);
  }
  for (const child of counts.keys()) if (!rule[child]) problems.push(`${name} has ${child}`);
  const alternates = links(element).filter(({ rel = "alternate" }) => rel === "alternate");
  const kinds = alternates.map(({ type, hreflang }) => `${type} ${hreflang}`);
  if (new Set(kinds).size !== kinds.length) problems.push(`${name} has two alternates of one kind`);
  if (name === "entry" && !counts.has("content") && alternates.length === 0)
    problems.push("entry has neither content nor alternate");
  for (const child of children) check(child, problems);
}

function checkLeaf({ name, attributes, children, text }: Element, problems: string[]): void {
  if (children.length > 0) problems.push(`${name} has elements`);
  if (texts.includes(name) && text.trim() === "") problems.push(`${name} is empty`);
  if ((name === "updated" || name === "published") && !(dateTime.test(text) && Date.parse(text) > 0))
    problems.push(`${name} is no date: ${text}`);
  if (name === "id" && !absolute.test(text)) problems.push(`id is no absolute IRI: ${text}`);
  if (name === "link" && !absolute.test(attributes.href ?? ""))
    problems.push(`link has no address: ${attributes.href}`);
  // section 4.1.3.3: any other type would have to be XML, text/* or Base64
  if (name === "content" && !["text", "html", "xhtml"].includes(attributes.type ?? "text"))
    problems.push(`content is of type ${attributes.type}`);
}

type Node = Record<string, unknown>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  ignoreDeclaration: true,
  trimValues: false,
});

function elementsOf(nodes: readonly Node[]): Element[] {
  return nodes.flatMap((node) => {
    const [name] = Object.keys(node).filter((key) => key !== ":@");
    if (name === undefined || name === "#text") return [];
    const inner = node[name] as Node[];
    const text = inner.map((one) => String(one["#text"] ?? "")).join("");
    return [{ name, attributes: (node[":@"] ?? {}) as Record<string, string>, children: elementsOf(inner), text }];
  });
}

const links = ({ children }: Element) =>
  children.flatMap(({ name, attributes }) => (name === "link" ? [attributes] : []));
const textIn = ({ children }: Element, wanted: string) => children.find(({ name }) => name === wanted)?.text ?? "";
