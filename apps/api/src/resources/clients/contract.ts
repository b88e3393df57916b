import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';

export const getClient = endpoint({
  method: 'GET',
  path: '/docs/clients/:client_file',
  operationId: 'getClient',
  summary: 'A client of this API, to install',
  description:
    'The package of the client for JavaScript and TypeScript, as `npm install` takes it, or `dossier_client.py`, which is the whole client for Python.',
  tag: 'Service',
  access: 'public',
  params: z.object({
    client_file: z.string().meta({ description: 'The name of the file', examples: ['dossier-client.tgz'] }),
  }),
  output: { 200: z.string().meta({ examples: ['…'] }) },
  errors: ['not_found'],
  errorStyle: 'page',
  produces: '*/*',
});
