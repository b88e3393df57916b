import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';

/** Pictures of documents. Browsers load them, so they need no key. */
export const getAsset = endpoint({
  method: 'GET',
  path: '/assets/:file',
  operationId: 'getAsset',
  summary: 'A picture of a document, by the hash of its content',
  description:
    'The public target of the image elements of documents. The content at an address never changes.',
  tag: 'Documents',
  access: 'public',
  params: z.object({
    file: z.string().meta({
      description: "The SHA-256 of the picture's bytes in lowercase hex, and its extension",
      examples: ['13fe4519bf1c9e799f507223ed05bccbba9f86172d1bc152b5d84933f5355117.svg'],
    }),
  }),
  output: { 200: z.string().meta({ examples: ['<svg xmlns="http://www.w3.org/2000/svg"/>'] }) },
  errors: ['not_found'],
  errorStyle: 'page',
  produces: 'image/*',
});
