import { textLike } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { publicPage } from '../../views/contract.ts';

export const getOpenApi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  operationId: 'getOpenApi',
  summary: 'This API as an OpenAPI 3.1 document',
  description: 'Generated from the code of the API. Caches may keep it for 300 seconds.',
  tag: 'Service',
  access: 'public',
  input: z.strictObject({}),
  output: {
    200: z.looseObject({
      openapi: textLike('3.1.0').describe('The version of OpenAPI'),
      info: z
        .looseObject({
          title: textLike('Dossier').describe('The name of the API'),
          version: textLike('v1').describe('The version of the API'),
        })
        .describe('What the document describes'),
      paths: z.looseObject({}).describe('The operations by path and method'),
      components: z.looseObject({}).describe('Schemas that operations share'),
    }),
  },
});

const page = {
  ...publicPage,
  tag: 'Service',
  output: { 200: textLike('<!doctype html><title>Documentation</title>') },
};

export const getDocumentation = endpoint({
  ...page,
  path: '/docs',
  operationId: 'getDocumentation',
  summary: 'The documentation',
  description:
    'The guides and the API reference as pages. They work without script and offline, and ask for no key.',
});

export const searchDocumentation = endpoint({
  ...page,
  path: '/docs/search',
  operationId: 'searchDocumentation',
  summary: 'The sections of the documentation with these words',
  description:
    'The best sections first, each with its address. The form of every page of the documentation sends it.',
  input: z.object({
    q: z
      .string()
      .trim()
      .max(200)
      .default('')
      .meta({ description: 'Words or a question', examples: ['rate limit'] }),
  }),
  example: { q: 'rate limit' },
});

export const getDocumentationScript = endpoint({
  ...page,
  path: '/docs/script.js',
  operationId: 'getDocumentationScript',
  summary: 'The script of the documentation',
  description: 'It adds a button to each block of code that copies it.',
  output: { 200: textLike('for (const block of document.querySelectorAll("main pre")) …') },
  produces: 'text/javascript',
});

const part = (description: string, example: string) => z.string().meta({ description, examples: [example] });

/** The pages below `/docs`, by the number of segments of their paths. */
export const getDocumentationPages = [
  endpoint({
    ...page,
    path: '/docs/:page',
    operationId: 'getDocumentationPage',
    summary: 'A page of the documentation',
    description:
      'A page that belongs to no section, such as `/docs/errors`. The name of a section is a 302 to `/docs`.',
    params: z.object({ page: part('The name of the page', 'errors') }),
    output: { ...page.output, 302: z.null() },
    errors: ['not_found'],
  }),
  endpoint({
    ...page,
    path: '/docs/:section/:page',
    operationId: 'getDocumentationGuide',
    summary: 'A guide, or a section of the API reference',
    description:
      'A guide such as `/docs/partners/sync`, or the operations of a resource such as `/docs/api/news`.',
    params: z.object({
      section: part('The readers of the guide, or `api`', 'partners'),
      page: part('The name of the guide or the resource', 'sync'),
    }),
    errors: ['not_found'],
  }),
  endpoint({
    ...page,
    path: '/docs/:section/:family/:page',
    operationId: 'getDocumentationOperation',
    summary: 'An operation of the API reference',
    description:
      'An operation such as `/docs/api/news/list-news`, or a shape such as `/docs/api/shapes/Company`.',
    params: z.object({
      section: part('`api`', 'api'),
      family: part('The resource, or `shapes`', 'news'),
      page: part('The name of the operation or the shape', 'list-news'),
    }),
    errors: ['not_found'],
  }),
] as const;

const text = { ...page, produces: 'text/plain', errorStyle: 'json' as const };

export const getLlms = endpoint({
  ...text,
  path: '/llms.txt',
  operationId: 'getLlms',
  summary: 'The pages of the documentation, for language models',
  description: 'The title, address and subject of each page as Markdown (https://llmstxt.org).',
  output: { 200: textLike('# Dossier API') },
});

export const getLlmsFull = endpoint({
  ...text,
  path: '/llms-full.txt',
  operationId: 'getLlmsFull',
  summary: 'The whole documentation as one text',
  description: 'Every guide and every operation as Markdown, for language models.',
  output: { 200: textLike('# Quickstart') },
});

const link = z.object({
  href: textLike('https://dossier.example/openapi.json').describe('The address'),
  type: textLike('application/vnd.oai.openapi+json').describe('The media type'),
});

export const getApiCatalog = endpoint({
  ...text,
  path: '/.well-known/api-catalog',
  operationId: 'getApiCatalog',
  summary: 'Where this API is described (RFC 9727)',
  description:
    'A linkset (RFC 9264) with the address of the API, its OpenAPI document, its documentation and its health.',
  produces: 'application/linkset+json',
  output: {
    200: z.object({
      linkset: z
        .array(
          z.object({
            anchor: textLike('https://dossier.example/api/v1/').describe('The address of the API'),
            'service-desc': z.array(link).describe('The OpenAPI document'),
            'service-doc': z.array(link).describe('The documentation'),
            status: z.array(link).describe('The health of the service'),
          }),
        )
        .describe('The APIs of this service'),
    }),
  },
});
