// The same rows by the API: the request to copy for account holders, the way to a key for others.
import { Button } from "@mantine/core";
import { codeSample } from "../../../pages/code-samples.ts";
import { stringifySearch } from "../../frame/search.ts";
import { useSession } from "../../frame/session.ts";
import { CopyButton } from "../../frame/text.tsx";
import type { ListSearch } from "./search.ts";

interface ApiRequestButtonProps {
  /** of the route, without /api/v1 */
  path: string;
  search?: ListSearch;
}

export function ApiRequestButton({ path, search = {} }: ApiRequestButtonProps) {
  if (useSession().data?.user) return <CopyButton text={() => asCurl(path, search)} label="Copy as API request" />;
  return (
    <Button component="a" href="/docs/quickstart" variant="default" size="compact-sm">
      Get this by API
    </Button>
  );
}

/** The request as a curl command; the key is read from an environment variable. */
function asCurl(path: string, { row: _, ...search }: ListSearch): string {
  return codeSample("shell", { url: `${location.origin}/api/v1${path}${stringifySearch(search)}` });
}
