// The parts of the OpenAPI document that the reference reads. It is our own, so it contains nothing else.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface ParameterObject {
  name: string;
  in: "path" | "query";
  required: boolean;
  description: string;
  schema: Schema;
  example?: unknown;
}

interface Response {
  description: string;
  content?: { "application/json"?: Content; "text/event-stream"?: Content };
}

interface Content {
  schema: Schema;
  example?: unknown;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  security?: unknown[];
  parameters?: ParameterObject[];
  responses: Record<string, Response | { $ref: string }>;
}

export interface OpenApi {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, { get: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    headers: Record<string, { description: string }>;
  };
}

/** `#/components/schemas/Cluster` -> `Cluster` */
export const nameOfRef = (ref: string): string => ref.split("/").pop() ?? "";
