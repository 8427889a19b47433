// The router of /raw, for administrators only: downloads the bytes of a refused file as an attachment that no browser
// opens, and uploads those of a corrected copy. All actions on them go through /graphql.
import express, { type Request, type RequestHandler, Router } from "express";
import { AppError } from "../errors.ts";
import { sendFailure } from "./auth.ts";
import type { ServerLog } from "./requests.ts";

/** The bytes of a file and its name. */
interface RawFile {
  name: string;
  bytes: Buffer;
}

export interface RawFilesPort {
  /** whether this is an administrator */
  isAdmin(request: Request): Promise<boolean>;
  /**
   * a refused file, or one of its corrected copies; a sentence where its bytes are missing. Throws AppError for an
   * unknown id
   */
  read(id: number, copyId: number | null): Promise<RawFile | string>;
  /** Stores the bytes and returns their hash. */
  keep(bytes: Buffer): Promise<string>;
}

/** bytes; the same as for the largest document that is fetched */
export const uploadLimit = 64 * 1024 * 1024;

/** `sameOrigin` protects every route that changes data. */
export function rawFilesRouter(
  files: RawFilesPort,
  { sameOrigin, log }: { sameOrigin: RequestHandler; log: ServerLog },
) {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(async (request, response, next) => {
    response.set({ "Cache-Control": "no-store", Vary: "Cookie" });
    next(
      (await files.isAdmin(request)) ? undefined : new AppError("unauthorized", "You do not have permission for this"),
    );
  });
  router.use(sameOrigin);
  router.get(["/quarantine/:id", "/quarantine/:id/copies/:copy"], async (request, response) => {
    const { id, copy } = request.params as { id: string; copy?: string };
    const file = await files.read(wholeNumber(id), copy === undefined ? null : wholeNumber(copy));
    if (typeof file === "string") throw new AppError("not_found", file);
    response.attachment(plainName(file.name)).type("application/octet-stream").send(file.bytes);
  });
  router.post(
    "/uploads",
    express.raw({ type: "application/octet-stream", limit: uploadLimit }),
    async (request, response) => {
      const { body } = request;
      if (!Buffer.isBuffer(body) || body.length === 0)
        throw new AppError("bad_request", "The file is empty, or it is not a file");
      response.json({ sha256: await files.keep(body), bytes: body.length });
    },
  );
  router.use((_request, _response, next) => next(new AppError("not_found")));
  router.use(sendFailure(log));
  return router;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new AppError("not_found");
  return Number(text);
}

/** A publisher's file name made safe for the caller's file system: letters, digits, `_`, `.` and `-`. */
const plainName = (name: string): string =>
  name
    .replace(/[^\w.-]/g, "_")
    .replace(/^\.+/, "")
    .slice(-120) || "file";
