// Binds the port of /raw to people's sessions, the store and the raw files.
import type { People } from "../accounts/people/people.ts";
import { AppError } from "../errors.ts";
import { visitorOf } from "../http/auth.ts";
import type { RawFilesPort } from "../http/raw-files.ts";
import { rawBytes } from "../ingest/refused/refused-text.ts";
import { keepRaw } from "../ingest/run/raw-store.ts";
import { refusalsById } from "../store/refusals.ts";
import type { Store } from "../store/store.ts";

/** `home` is DISCLOSED_HOME. */
export function rawFilesPort(store: Store, people: People, home: string): RawFilesPort {
  return {
    isAdmin: async (request) => (await people.signedIn(visitorOf(request)))?.role === "admin",
    async read(id, copyId) {
      const file = copyId === null ? (await refusalsById(store.prisma, [id]))[0] : await copyOf(store, id, copyId);
      const bytes = await rawBytes({ sha256: file?.sha256 ?? null }, home);
      return typeof bytes === "string" ? bytes : { name: (file?.fileName ?? "").split(/[/\\]/).at(-1) ?? "", bytes };
    },
    keep: (bytes) => keepRaw(home, bytes),
  };
}

async function copyOf(store: Store, quarantineId: number, id: number) {
  const copy = await store.prisma.quarantineCopy.findFirst({ where: { id, quarantineId } });
  if (!copy) throw new AppError("not_found", "Copy not found");
  return copy;
}
