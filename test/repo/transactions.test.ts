// Prisma ends an interactive transaction after five seconds unless a limit is stated.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";

/** each of them states a limit */
const reviewed = ["src/store/store.ts", "src/store/transaction.ts"];

it("only the reviewed files begin interactive transactions", () => {
  const files = ["src", "rest"].flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.startsWith("store/client/"))
      .map((name) => join(folder, name)),
  );
  const found = files.filter((file) => /\.\$transaction\(/.test(readFileSync(join(packageRoot, file), "utf8")));
  expect(found.sort()).toEqual(reviewed);
});
