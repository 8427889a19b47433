// Uploads the raw bytes of a file. A separate operation then says what to do with them.
import { exchange, failureOf } from "../../frame/api/request-error.ts";

/** @throws RequestError */
export async function upload(file: File): Promise<{ sha256: string }> {
  const { response, body } = await exchange("/raw/uploads", {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: file,
  });
  const { sha256, error, code } = body as { sha256?: string; error?: string; code?: string };
  if (!response.ok || sha256 === undefined) throw failureOf(response, error, code);
  return { sha256 };
}
