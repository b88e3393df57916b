import { like } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';

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
      openapi: like('3.1.0').describe('The version of OpenAPI'),
      info: z
        .looseObject({
          title: like('Dossier').describe('The name of the API'),
          version: like('v1').describe('The version of the API'),
        })
        .describe('What the document describes'),
      paths: z.looseObject({}).describe('The operations by path and method'),
      components: z.looseObject({}).describe('Schemas that operations share'),
    }),
  },
});

export const getDocumentation = endpoint({
  method: 'GET',
  path: '/docs',
  operationId: 'getDocumentation',
  summary: 'The API reference as a page',
  description: 'One page without script. It works offline and never asks for a key.',
  tag: 'Service',
  access: 'public',
  input: z.strictObject({}),
  output: { 200: like('<!doctype html><title>Dossier</title>') },
  produces: 'text/html',
  errorStyle: 'page',
});

/** People who open the bare address want to know what the service is. */
export const getRoot = endpoint({
  method: 'GET',
  path: '/',
  operationId: 'getRoot',
  summary: 'Redirects to the API reference',
  description: 'A 302 to `/docs`, for any Accept header.',
  tag: 'Service',
  access: 'public',
  input: z.strictObject({}),
  output: { 302: z.null() },
  produces: '*/*',
  errorStyle: 'page',
});
