import type { Sample } from './samples.ts';

/** The parts of a JSON Schema that our documents use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  pattern?: string;
  examples?: unknown[];
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  required?: boolean;
  style?: 'form';
  explode?: boolean;
  schema: Schema;
  example?: unknown;
}

export interface MediaType {
  schema: Schema;
  example?: unknown;
  encoding?: Record<string, { style?: 'form'; explode?: boolean; contentType?: string }>;
}

interface DocumentedResponse {
  /** If set, all other fields are missing: see `resolve`. */
  $ref?: string;
  description?: string;
  headers?: Record<string, { $ref?: string; description?: string; schema?: Schema }>;
  content?: Record<string, MediaType>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  deprecated?: boolean;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, DocumentedResponse>;
  /** The first one is of curl. Missing if the address contains a signature or a hash. */
  'x-codeSamples'?: Sample[];
}

/** The parts of an OpenAPI 3.1 document that ours use. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses?: Record<string, DocumentedResponse>;
    headers: Record<string, { description?: string; schema?: Schema }>;
    securitySchemes: Record<string, { type: string; description: string }>;
  };
}

/** Follows a reference within the document; returns anything else as it is. */
export function resolve<T extends { $ref?: string }>(document: OpenApiDocument, value: T): T {
  if (value.$ref === undefined) return value;
  const path = value.$ref.replace(/^#\//, '').split('/');
  const found = path.reduce<unknown>(
    (at, key) => (at as Record<string, unknown> | undefined)?.[key],
    document,
  );
  if (found === undefined) throw new Error(`${value.$ref} does not resolve.`);
  return resolve(document, found as T);
}

/** Returns what a field means: its own description, or that of the object that it refers to. */
export function meaningOf(document: OpenApiDocument, field: Schema): string | undefined {
  const shape = resolve(document, field);
  return field.description ?? (shape.properties && shape.description);
}

/** Returns every operation of a document with its method in upper case and its path. */
export function operationsOf(
  document: OpenApiDocument,
): { method: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}
