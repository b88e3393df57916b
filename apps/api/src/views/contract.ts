import { z } from 'zod';

/** The parts of a contract that public pages share. */
export const publicPage = {
  method: 'GET',
  access: 'public',
  input: z.object({}),
  errorStyle: 'page',
  produces: 'text/html',
} as const;

/** The parts of a contract that pages and forms of people who are signed in share. */
export const signedInPage = { access: 'session', errorStyle: 'page', produces: 'text/html' } as const;
