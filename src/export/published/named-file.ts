// A file that is named after its content, once it is complete and on disk.
import { createHash } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** the ending of a file that is not complete yet */
export const partialEnding = ".partial";

export interface Written {
  name: string;
  bytes: number;
  sha256: string;
}

/** Digits of the hash in a name: enough that two versions of one month never share a name. */
const digits = 16;

export class NamedFile {
  readonly #digest = createHash("sha256");
  readonly #handle: FileHandle;
  readonly #path: string;
  #bytes = 0;

  private constructor(handle: FileHandle, path: string) {
    this.#handle = handle;
    this.#path = path;
  }

  /** `stem`: the beginning of the name. */
  static async open(folder: string, stem: string, ending: string): Promise<NamedFile> {
    const path = join(folder, `${stem}.${ending}${partialEnding}`);
    return new NamedFile(await open(path, "w"), path);
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#digest.update(bytes);
    this.#bytes += bytes.length;
    await this.#handle.appendFile(bytes);
  }

  /** Renames the file to `<stem>-<hash>.<ending>`. */
  async finish(): Promise<Written> {
    await this.#handle.sync();
    await this.#handle.close();
    const sha256 = this.#digest.digest("hex");
    const whole = this.#path.slice(0, -partialEnding.length);
    const dot = whole.lastIndexOf(".");
    const path = `${whole.slice(0, dot)}-${sha256.slice(0, digits)}${whole.slice(dot)}`;
    await rename(this.#path, path);
    return { name: path.slice(path.lastIndexOf("/") + 1), bytes: this.#bytes, sha256 };
  }

  async discard(): Promise<void> {
    await this.#handle.close().catch(() => {});
    await rm(this.#path, { force: true });
  }
}
