// The keys of Senate bundles, in DISCLOSED_HOME: the one with which this home signs, and those that it trusts. A public
// key is shown as the 43 characters of its JSON Web Key (RFC 8037).
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

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
