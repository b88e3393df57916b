import { like } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';

export const getOpenApi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  operationId: 'getOpenApi',
  summary: 'This API as an OpenAPI 3.1 document',
  description: 'Made from the code that answers; caches may keep it for 300 seconds.',
  tag: 'Service',
  access: 'public',
  input: z.strictObject({}),
  output: {
    200: z.looseObject({
      openapi: like('3.1.0'),
      info: z.looseObject({ title: like('Dossier'), version: like('v1') }),
      paths: z.looseObject({}),
      components: z.looseObject({}),
    }),
  },
});

export const getDocumentation = endpoint({
  method: 'GET',
  path: '/docs',
  operationId: 'getDocumentation',
  summary: 'This API as a page for people',
  description: 'One page without script that works offline; no key is ever typed into it.',
  tag: 'Service',
  access: 'public',
  input: z.strictObject({}),
  output: { 200: like('<!doctype html><title>Dossier</title>') },
  produces: 'text/html',
  errorStyle: 'page',
});

/** Whoever opens the bare address of a service asks what it is. */
export const getRoot = endpoint({
  method: 'GET',
  path: '/',
  operationId: 'getRoot',
  summary: 'Redirects to the page for people',
  description: 'A 302 to `/docs`, whatever is accepted.',
  tag: 'Service',
  access: 'public',
  input: z.strictObject({}),
  output: { 302: z.null() },
  produces: '*/*',
  errorStyle: 'page',
});
