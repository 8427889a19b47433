// A bundle of a visit to the Senate's search, written by `disclosed collect senate`: a .zip with one JSON file. A
// manifest lists the searches and pages of the visit with the hashes of their bodies, and an Ed25519 signature covers
// the manifest. Cookies and tokens are not in it. The keys that sign bundles, and those that this home trusts, are
// kept here too.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { JSONParser } from "@streamparser/json";
import { z } from "zod";
import { HarProblem, type HarVisit, reportPath, searchFields } from "./har.ts";

/** the file in the .zip */
export const bundleFile = "visit.senate-bundle.json";

const format = "disclosed-senate-bundle/1";

/** maximum total length of the bodies of one bundle; a report's page has about 30,000 characters */
export const maxBundleLength = 32 * 1024 * 1024;
const chunkBytes = 64 * 1024;

/** What was collected, with bodies as text. `requestedAt` is an ISO time. */
export interface Collected {
  /** days of submission, inclusive, YYYY-MM-DD */
  from: string;
  to: string;
  searches: { requestedAt: string; form: Record<string, string>; body: string }[];
  pages: { path: string; body: string }[];
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const manifestForm = z.object({
  format: z.literal(format),
  from: z.iso.date(),
  to: z.iso.date(),
  searches: z
    .array(z.object({ requestedAt: z.iso.datetime(), form: z.record(z.string(), z.string()), sha256 }))
    .max(1000),
  pages: z.array(z.object({ path: z.string(), sha256 })).max(10_000),
});
type Manifest = z.infer<typeof manifestForm>;

/** The content of the bundle's file, signed with the key. */
export function writeBundle({ from, to, searches, pages }: Collected, key: KeyObject): string {
  const bodies: Record<string, string> = {};
  const hashed = <Part extends { body: string }>({ body, ...part }: Part) => {
    const hash = hashOf(body);
    bodies[hash] = body;
    return { ...part, sha256: hash };
  };
  const content = { format, from, to, searches: searches.map(hashed), pages: pages.map(hashed) };
  const manifest = JSON.stringify(content);
  const signature = sign(null, Buffer.from(manifest), key).toString("base64url");
  return JSON.stringify({ manifest, publicKey: publicKeyText(key), signature, bodies });
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** A visit whose signature and hashes are right; whether its key is trusted is for the caller to decide. */
interface SignedVisit extends HarVisit {
  publicKey: string;
}

/** Throws an Error with a `reason` if the signature or a hash is wrong, a body is missing, or it is not a bundle. */
export function readBundle(bytes: Uint8Array): SignedVisit {
  const { manifest, publicKey, signature, bodies } = partsOf(bytes);
  const key = publicKeyOf(publicKey);
  if (!key || !verify(null, Buffer.from(manifest), key, Buffer.from(signature, "base64url")))
    throw new HarProblem("bad_signature", "the signature of the bundle is wrong: it was changed after it was signed");
  const { searches, pages } = readManifest(manifest);
  const bodyOf = (hash: string): string => {
    const body = bodies.get(hash);
    if (body === undefined || hashOf(body) !== hash)
      throw new HarProblem("bad_hash", "a body of the bundle is missing, or differs from the hash in its manifest");
    return body;
  };
  return {
    publicKey,
    searches: searches.map(({ requestedAt, form, sha256 }) => ({
      requestedAt,
      form: searchFields(new URLSearchParams(form)),
      body: bodyOf(sha256),
    })),
    pages: pages.flatMap(({ path, sha256 }) => {
      const uuid = reportPath.exec(path)?.[1]?.toLowerCase();
      return uuid ? [{ path, uuid, html: bodyOf(sha256) }] : [];
    }),
  };
}

function readManifest(text: string): Manifest {
  try {
    return manifestForm.parse(JSON.parse(text));
  } catch {
    throw new HarProblem("not_a_bundle", "the manifest of the bundle has another format");
  }
}

interface Parts {
  manifest: string;
  publicKey: string;
  signature: string;
  /** by hash */
  bodies: Map<string, string>;
}

function partsOf(bytes: Uint8Array): Parts {
  const parts: Parts = { manifest: "", publicKey: "", signature: "", bodies: new Map() };
  let length = 0;
  const parser = new JSONParser({
    paths: ["$.manifest", "$.publicKey", "$.signature", "$.bodies.*"],
    keepStack: false,
  });
  parser.onValue = ({ value, key }) => {
    if (typeof value !== "string") return;
    length += value.length;
    if (length > maxBundleLength) throw new HarProblem("bundle_too_large", "the bundle holds more than one visit");
    if (key === "manifest" || key === "publicKey" || key === "signature") parts[key] = value;
    else parts.bodies.set(`${key}`, value);
  };
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) parser.write(bytes.subarray(at, at + chunkBytes));
  } catch (error) {
    if (error instanceof HarProblem) throw error;
    throw new HarProblem("not_a_bundle", "the file is not a bundle: it is not JSON");
  }
  if (!parser.isEnded) throw new HarProblem("not_a_bundle", "the bundle was cut off");
  return parts;
}

// The keys of Senate bundles, in DISCLOSED_HOME: the one with which this home signs, and those that it trusts. A public
// key is shown as the 43 characters of its JSON Web Key (RFC 8037).

const keyFile = (home: string) => join(home, "senate-bundle-key.pem");
const trustedFile = (home: string) => join(home, "senate-bundle-trusted-keys");

/** The text of a public key: base64url without padding. */
const keyForm = /^[A-Za-z0-9_-]{43}$/;

/** The text of the public key that belongs to a private or public key. */
export function publicKeyText(key: KeyObject): string {
  const { x } = (key.type === "private" ? createPublicKey(key) : key).export({ format: "jwk" });
  if (x === undefined) throw new Error("not an Ed25519 key");
  return x;
}

/** Null if the text is not a public key. */
export function publicKeyOf(text: string): KeyObject | null {
  if (!keyForm.test(text)) return null;
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: text }, format: "jwk" });
}

/** The key of this home, created with the first bundle and readable by its owner alone. Throws if its file is damaged. */
export async function signingKey(home: string): Promise<KeyObject> {
  const file = keyFile(home);
  await mkdir(home, { recursive: true });
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ format: "pem", type: "pkcs8" });
  // of two processes at once the first one decides
  await writeFile(file, pem, { mode: 0o600, flag: "wx" }).catch(ignoreExisting);
  const key = readKey(await readFile(file, "utf8"));
  if (key) return key;
  throw new Error(`${file} is not an Ed25519 private key: replace it, or remove it to get a new one`);
}

function readKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    return null;
  }
}

/** True for the key of this home and for every key that `trust` was called with. */
export async function isTrusted(home: string, publicKey: string): Promise<boolean> {
  const trusted = (await readIfThere(trustedFile(home))).split("\n").map((line) => line.trim());
  if (trusted.includes(publicKey)) return true;
  const own = readKey(await readIfThere(keyFile(home)));
  return own !== null && publicKeyText(own) === publicKey;
}

/** Bundles that this key has signed are accepted from now on. */
export async function trust(home: string, publicKey: string): Promise<void> {
  await mkdir(home, { recursive: true });
  if (!(await isTrusted(home, publicKey))) await appendFile(trustedFile(home), `${publicKey}\n`);
}

async function readIfThere(file: string): Promise<string> {
  return await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return "";
  });
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
