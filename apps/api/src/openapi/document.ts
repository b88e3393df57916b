import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { z } from 'zod';
import type { Route } from '../services.ts';
import { headers } from './headers.ts';
import { SESSION_COOKIE } from '../http/request/session.ts';
import type { OpenApiDocument } from './json.ts';
import { shareResponses } from './share.ts';
import { fileOperationOf, finishOperation, operationOf, SECURITY } from './operation.ts';

const DESCRIPTION = `Company profiles and rankings, news, research documents, filings, metric observations, categories,
corporate events, search and embeds.

Every path works with and without a trailing slash. Paths that accept GET accept HEAD too. Any other method returns 405
with the header Allow. An unknown parameter or field returns 400. Numbers and booleans may be sent as text. A list may be
one text separated by commas, or a repeated parameter: \`a=1,2\`, \`a=1&a=2\` and \`a[]=1&a[]=2\` are the same. Any other
parameter that is sent twice returns 400. A null field in a body counts as missing. If the URL and the headers together
exceed 64 kB, the API returns 431: send long lists in the body of a POST. With \`Accept: application/problem+json\`, every
error is a problem document (RFC 9457). Keys are for servers: operations that need one send no CORS headers.

Lists are CSV and NDJSON too: send \`Accept: text/csv\` or \`application/x-ndjson\`, or add \`.csv\` or \`.ndjson\` to the
path (\`/api/v1/events.csv?company_domain=stripe.com\`). A file has all rows of its filters, whatever the paging parameters,
and costs a task for each 100 rows. If it would have more rows than your plan has tasks for, the API returns 422. An
error after the first byte ends the connection. In CSV, a text that a spreadsheet would run as a formula begins with \`'\`.

To keep a copy, read the files of the newest snapshot (\`/api/v1/snapshots/\`), and note its \`seq\` and \`epoch\`. Then follow
the change feed: \`/api/v1/changes/?after=<seq>&epoch=<epoch>\` lists each later change and deletion in the order of commits.
Read the records that it names (\`/api/v1/records/<kind>/?ids=…\`), and send its \`last_seq\` as the next \`after\`. The guide at
\`/docs/partners/sync\` has each step. A 429 or 503 states in \`Retry-After\` how many seconds to wait. Parameters that end in \`_gte\` and
\`_start\` are lower bounds, those in \`_lte\` and \`_end\` upper bounds; both are inclusive.`;

/** Returns the OpenAPI 3.1 document of these routes. @param publicUrl the base address, without a trailing slash */
export function openApiDocument(routes: Route[], publicUrl: string): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {};
  for (const { endpoint } of routes) {
    const path = openApiPath(endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
    if (hasFiles(endpoint)) paths[filePathOf(path)] = { get: fileOperationOf(endpoint) };
  }
  const tags = [...new Set(routes.map(({ endpoint }) => endpoint.tag))];
  const generated = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Dossier',
        version: 'v1',
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl }],
      tags: tags.map((name) => ({ name })),
      paths,
      components: { securitySchemes, headers },
    },
    { override: keepOfTransforms },
  );
  // A deep copy: schemas share objects, and finishing one place must not change another.
  const document = JSON.parse(JSON.stringify(generated)) as OpenApiDocument;
  for (const { endpoint } of routes) {
    const path = openApiPath(endpoint.path);
    finishOperation(document, endpoint, path, document.paths[path]![endpoint.method.toLowerCase()]!);
    if (!hasFiles(endpoint)) continue;
    const file = document.paths[filePathOf(path)]!['get']!;
    finishOperation(document, { ...endpoint, produces: 'text/csv' }, filePathOf(path), file);
  }
  shareResponses(document);
  return document;
}

/** The path without a slash at its end in the specification. */
const WITHOUT_SLASH = '/api/v1/documents';

/** Returns the path of an endpoint as the specification and the guides write it: below `/api/`, with a slash at its end. */
export const openApiPath = (path: string) =>
  path.replaceAll(/:(\w+)/g, '{$1}') + (path.startsWith('/api/') && path !== WITHOUT_SLASH ? '/' : '');

const hasFiles = ({ method, rows }: Route['endpoint']) => method === 'GET' && rows !== undefined;
const filePathOf = (path: string) => `${path.replace(/\/$/, '')}.{format}`;

const securitySchemes = {
  [SECURITY.token]: {
    type: 'apiKey' as const,
    in: 'header' as const,
    name: 'Authorization',
    description: 'An API key of your organization: `Authorization: Token <API_KEY>`',
  },
  [SECURITY.bearer]: {
    type: 'http' as const,
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token of your identity provider: `Authorization: Bearer <JWT>`',
  },
  [SECURITY.session]: {
    type: 'apiKey' as const,
    in: 'cookie' as const,
    name: SESSION_COOKIE,
    description: 'A session of the page `/embeds/new`, begun with an API key',
  },
};

/** Keeps defaults and examples of transformed inputs, which Zod drops: ours are values of the input. */
function keepOfTransforms({
  zodSchema,
  jsonSchema,
  io,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: { default?: unknown; examples?: unknown[] };
  io: 'input' | 'output';
}) {
  if (io !== 'input') return;
  const { def } = zodSchema._zod;
  if (def.type === 'default') jsonSchema.default = def.defaultValue;
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (Array.isArray(examples) && examples.length > 0) jsonSchema.examples = examples;
}
