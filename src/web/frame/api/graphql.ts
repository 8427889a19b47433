// Sends operations to /graphql, by their hash and never by their text (see src/web/operations).
import { exchange, failureOf } from "./request-error.ts";

/** A persisted operation with the types of what goes in and comes out; made by `npm run generate`. */
export interface Operation<Data, Variables> {
  name: string;
  hash: string;
  /** for the compiler only */
  readonly types?: (variables: Variables) => Data;
}

interface GraphqlBody {
  data?: unknown;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/** @throws RequestError with the first error's message and code */
export async function ask<Data, Variables>(
  { hash }: Operation<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Data> {
  const { response, body } = await exchange("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", "x-disclosed-csrf": "1" },
    body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: hash } }, variables }),
    signal,
  });
  const { data, errors } = body as GraphqlBody;
  if (!response.ok || errors?.length || !data)
    throw failureOf(response, errors?.[0]?.message, errors?.[0]?.extensions?.code);
  return data as Data;
}
