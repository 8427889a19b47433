// The statute's note, which accompanies congressional data.
import { tags } from "../../rest/openapi-text.ts";
import type { ExportRoute } from "./rows.ts";

/** Null for a route without such data. */
export const termsOf = ({ tag }: ExportRoute): string | null =>
  tag === "Congress" ? (tags.find(({ name }) => name === "Congress")?.description ?? null) : null;
