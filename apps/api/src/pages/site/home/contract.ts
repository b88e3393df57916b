import { textLike } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';

export const getRoot = endpoint({
  method: 'GET',
  path: '/',
  operationId: 'getRoot',
  summary: 'The start page of the site',
  description:
    'Browsers get the start page if the site is on: a search box, what is new, the largest companies and the categories. ' +
    'Without the site, and for programs, it is a 302 to `/docs`.',
  tag: 'Service',
  access: 'public',
  // Links in newsletters and posts have parameters that count visits.
  input: z.object({}),
  output: { 200: textLike('<!doctype html><title>Dossier</title>'), 302: z.null() },
  produces: '*/*',
  errorStyle: 'page',
});
