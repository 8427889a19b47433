// The fast path for documents in plain XML: nested elements, attributes in quotes, text, the five predefined entities.
// Nearly all filings are plain. Any other text, well-formed or not, is left to the full parser, which alone decides
// whether it is valid; a test compares the results of the two.
import type { XmlElement, XmlNode } from "../../edgar/xml.ts";

const maxDepth = 50;
const openTag = /<([A-Za-z][\w.-]*)((?:[ \t\r\n]+[A-Za-z_][\w:.-]*="[^"<>&\r]*")*)[ \t\r\n]*(\/?)>/y;
// linear time: `openTag` has matched the text, so that each attempt that begins at a name succeeds
const attributePattern = /([A-Za-z_][\w:.-]*)="([^"]*)"/g;
const entity = /&(amp|lt|gt|quot|apos);/g;
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

interface Open {
  name: string;
  element: XmlElement | null;
  /** text other than white space */
  text: string;
}

/** The document as `XMLParser` returns it (settings in document.ts), or null if it is not plain XML. */
export function readPlainXml(xml: string): XmlElement | null {
  const root: Open = { name: "", element: null, text: "" };
  const stack = [root];
  // every later position is one of "<"
  if (!xml.startsWith("<")) return null;
  for (let at = 0; ; ) {
    at = xml.charCodeAt(at + 1) === slash ? close(xml, at, stack) : open(xml, at, stack);
    if (at < 0) return null;
    if (stack.length === 1) return at === xml.length ? root.element : null;
    const next = xml.indexOf("<", at);
    if (next < 0 || !addText(textBetween(xml, at, next), innermost(stack))) return null;
    at = next;
  }
}

const [slash, greaterThan] = [47, 62];

const innermost = (stack: Open[]): Open | undefined => stack[stack.length - 1];

/** The text without white space around it; most text between tags is an indentation, of which no string is made. */
function textBetween(xml: string, from: number, to: number): string {
  for (let at = from; at < to; at++) {
    const code = xml.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return xml.slice(at, to).trim();
  }
  return "";
}

/** Reads the start tag, the empty element or the element of text alone at `at`; returns its end index, or -1. */
function open(xml: string, at: number, stack: Open[]): number {
  const end = endOfName(xml, at + 1);
  if (xml.charCodeAt(end) !== greaterThan) return openWithAttributes(xml, at, stack);
  const name = xml.slice(at + 1, end);
  const parent = innermost(stack);
  if (!parent || !mayOpen(name, stack)) return -1;
  const next = xml.indexOf("<", end);
  const opened: Open = { name, element: null, text: "" };
  if (!endsAt(xml, next, name)) {
    stack.push(opened);
    return end + 1;
  }
  if (!addText(textBetween(xml, end + 1, next), opened)) return -1;
  put(parent, name, opened.text);
  return next + name.length + 3;
}

/** Where the name that begins at `at` ends, which has the characters of `openTag`; `at` where none begins. */
function endOfName(xml: string, at: number): number {
  let end = at;
  if (isLetter(xml.charCodeAt(at)))
    do end++;
    while (continuesName(xml.charCodeAt(end)));
  return end;
}

const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
/** letters, digits, `_`, `.` and `-` */
const continuesName = (code: number) =>
  isLetter(code) || (code >= 48 && code <= 57) || code === 95 || code === 46 || code === 45;

/** Whether an element may begin here: not too deep, not after text, and without a name of Object.prototype. */
const mayOpen = (name: string, stack: Open[]) =>
  !(name in Object.prototype) && stack.length <= maxDepth && innermost(stack)?.text === "";

/** Whether the end tag of `name` is at `at`. */
const endsAt = (xml: string, at: number, name: string) =>
  xml.charCodeAt(at + 1) === slash &&
  xml.charCodeAt(at + 2 + name.length) === greaterThan &&
  xml.startsWith(name, at + 2);

function openWithAttributes(xml: string, at: number, stack: Open[]): number {
  openTag.lastIndex = at;
  const [, name, attributes, isEmpty] = openTag.exec(xml) ?? [];
  const parent = innermost(stack);
  if (name === undefined || !parent || !mayOpen(name, stack)) return -1;
  const element = attributes ? attributesOf(attributes) : null;
  if (attributes && !element) return -1;
  if (isEmpty) put(parent, name, element ?? "");
  else stack.push({ name, element, text: "" });
  return openTag.lastIndex;
}

/** Reads the end tag at `at`, which must match the innermost element; returns its end index, or -1. */
function close(xml: string, at: number, stack: Open[]): number {
  const closed = stack.pop();
  const parent = innermost(stack);
  if (!closed || !parent || !endsAt(xml, at, closed.name)) return -1;
  put(parent, closed.name, nodeOf(closed));
  return at + closed.name.length + 3;
}

/** Returns false for text beside elements, and for text that may need the full parser. */
function addText(text: string, around: Open | undefined): boolean {
  if (text === "") return true;
  // XML 1.0, 2.11: a parser normalises line ends to line feeds
  const decoded = decode(text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text);
  if (decoded === null || !around || (around.element !== null && !onlyAttributes(around.element))) return false;
  around.text = decoded;
  return true;
}

function nodeOf({ element, text }: Open): XmlNode {
  if (element === null) return text;
  if (text !== "") element["#text"] = text;
  return element;
}

/** A single child is stored directly, several of one name as an array. */
function put(parent: Open, name: string, node: XmlNode): void {
  parent.element ??= {};
  const known = parent.element[name];
  if (known === undefined) parent.element[name] = node;
  else if (Array.isArray(known)) known.push(node);
  else parent.element[name] = [known, node];
}

function attributesOf(source: string): XmlElement | null {
  const element: XmlElement = {};
  for (const [, name = "", value = ""] of source.matchAll(attributePattern)) {
    const key = `@${name}`;
    if (key in element) return null;
    element[key] = value.trim();
  }
  return element;
}

function onlyAttributes(element: XmlElement): boolean {
  for (const name in element) if (!name.startsWith("@")) return false;
  return true;
}

/** Null for any other entity, and for text that decoding could turn into an entity. */
function decode(text: string): string | null {
  if (text.includes("]]>")) return null;
  if (!text.includes("&")) return text;
  if (/&(?!(?:amp|lt|gt|quot|apos);)|&amp;[#\w]*;/.test(text)) return null;
  return text.replace(entity, (_, name: string) => entities[name] ?? "");
}
