import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { z } from 'zod';
import type { Route } from '../services.ts';
import { headers } from './headers.ts';
import type { OpenApiDocument } from './json.ts';
import { shareResponses } from './share.ts';
import { finishOperation, operationOf, SECURITY } from './operation.ts';

const DESCRIPTION = `Company profiles and rankings, news, research documents, filings, metric observations, categories,
corporate events, search and embeds.

Every path answers with and without a slash at its end. Where a path answers GET it answers HEAD too; any other method
gets 405 with the header Allow. An unknown parameter or field is refused with 400, and so is one that is given twice.
A number, true or false may be sent as text, and a list as one text joined by commas. A field of a body that is null is
as one that was not sent. An address that is longer than 64 kB
together with its headers gets 431: send long lists in the body of a POST. With \`Accept: application/problem+json\`
every error of an operation is a problem document (RFC 9457). Keys are for servers: no
answer opens itself to browsers of other origins.

To keep a copy, walk documents, news (with \`news_type=all\`), events and metrics once a day with \`updated_at_gte\` and
\`updated_at_lte\` over the last 24 hours, follow \`next_link\` until it is null, and ask companies with \`mode=sync\` for
filings and for what was deleted. Names that end in \`_gte\` and \`_start\` bound a range from below, \`_lte\` and
\`_end\` from above, both inclusive. "Syncing every day" (docs/partners/sync.md of the repository) has a complete program.`;

/** The OpenAPI 3.1 document of these routes, for a service at that address (no slash at its end). */
export function openApiDocument(routes: Route[], publicUrl: string): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {};
  for (const { endpoint } of routes) {
    const path = openApiPath(endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
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
  // What the schemas share by reference is written out, so that finishing one place changes no other.
  const document = JSON.parse(JSON.stringify(generated)) as OpenApiDocument;
  for (const { endpoint } of routes) {
    const path = openApiPath(endpoint.path);
    finishOperation(document, endpoint, path, document.paths[path]![endpoint.method.toLowerCase()]!);
  }
  shareResponses(document);
  return document;
}

const openApiPath = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');

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
};

/** Zod leaves out defaults and examples of inputs that it transforms, as they might be of the other end. Ours are not. */
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
