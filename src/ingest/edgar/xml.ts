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
  return list.filter(isElement);
}

/** The first child of that name as an element; an empty object if absent or text only. */
export function element(parent: XmlNode, name: string): XmlElement {
  const child = child_(parent, name);
  return isElement(child) ? child : (elements(parent, name)[0] ?? {});
}

const isElement = (node: XmlNode): node is XmlElement => typeof node === "object" && !Array.isArray(node);

function child_(parent: XmlNode, name: string): XmlNode {
  const node = Array.isArray(parent) ? parent[0] : parent;
  return isElement(node) && Object.hasOwn(node, name) ? node[name] : undefined;
}

/**
 * Text of a node or of the child `name`: its <value> if it has one. White space is collapsed (or what `clean` leaves),
 * empty text is null.
 */
export function text(parent: XmlNode, name?: string, clean = cleanText): string | null {
  let node = name === undefined ? parent : child_(parent, name);
  while (Array.isArray(node)) node = node[0];
  if (typeof node === "object") return text(node, "value" in node ? "value" : "#text", clean);
  return clean(node ?? "") || null;
}

/**
 * Collapses white space and drops characters that PostgreSQL text and JSON reject (control characters, lone
 * surrogates).
 */
export function cleanText(raw: string): string {
  return isClean(raw) ? raw : raw.replace(unstorable, " ").trim();
}

/** True for nearly all texts, which are printable ASCII without white space at an end or in a run. */
const isClean = (raw: string): boolean => !/[^ -~]|^ | $| {2}/.test(raw);

/**
 * A company's or an owner's name as filed: the same, but several spaces between two words stay. A line break or a tab is
 * formatting of the file, and becomes one space with the white space around it.
 */
export function cleanName(raw: string): string {
  return isClean(raw) ? raw : raw.replace(unstorable, (run) => (/^ +$/.test(run) ? run : " ")).trim();
}

const unstorable = /[\s\p{Cc}\p{Cs}]+/gu;
