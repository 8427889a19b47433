// Elements and texts of an XML document, as fast-xml-parser returns them.

/** An element as the XML parser returns it: text, an object of children and `@attributes`, or an array of either. */
export type XmlNode = string | XmlElement | XmlNode[] | undefined;
export interface XmlElement {
  [name: string]: XmlNode;
}

/** Children of that name, as elements, in document order; text-only children are skipped. */
export function elements(parent: XmlNode, name: string): XmlElement[] {
  const child = child_(parent, name);
  const list = Array.isArray(child) ? child : [child];
  return list.filter((node): node is XmlElement => typeof node === "object" && !Array.isArray(node));
}

/** The first child of that name as an element; an empty object if absent or text only. */
export function element(parent: XmlNode, name: string): XmlElement {
  return elements(parent, name)[0] ?? {};
}

function child_(parent: XmlNode, name: string): XmlNode {
  const node = Array.isArray(parent) ? parent[0] : parent;
  return typeof node === "object" && !Array.isArray(node) && Object.hasOwn(node, name) ? node[name] : undefined;
}

/** Text of a node or of the child `name`: its <value> if it has one. White space is collapsed, empty text is null. */
export function text(parent: XmlNode, name?: string): string | null {
  let node = name === undefined ? parent : child_(parent, name);
  while (Array.isArray(node)) node = node[0];
  if (typeof node === "object") return "value" in node ? text(node, "value") : text(node, "#text");
  const clean = cleanText(node ?? "");
  return clean === "" ? null : clean;
}

/**
 * Collapses white space and drops characters that PostgreSQL text and JSON reject (control characters, lone
 * surrogates).
 */
export function cleanText(raw: string): string {
  return raw.replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim();
}
