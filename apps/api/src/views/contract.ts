import { z } from 'zod';

/** The parts of a contract that public pages share. */
export const publicPage = {
  method: 'GET',
  access: 'public',
  input: z.object({}),
  errorStyle: 'page',
  produces: 'text/html',
} as const;

/** A field of a form that may be repeated, as check boxes send it: its values joined by commas. It may be empty. */
export const repeated = (description: string) =>
  z
    .string()
    .max(2000)
    .meta({ anyOf: [{ type: 'array' }] })
    .optional()
    .meta({ description });

/** The parts of a contract that pages and forms of people who are signed in share. */
export const signedInPage = { access: 'session', errorStyle: 'page', produces: 'text/html' } as const;
