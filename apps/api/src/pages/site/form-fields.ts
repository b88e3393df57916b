import { ApiError } from '@dossier/shared';
import type { z } from 'zod';
import { parseInput } from '../../http/request/input.ts';

/** What a form sent, and the input that it makes, or the error with what is wrong with each field. */
export interface Form<Input> {
  sent: Record<string, string>;
  input: Input | undefined;
  error: ApiError | undefined;
  problems: Record<string, string>;
}

/** Returns the fields that are not empty. */
export const filledIn = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    ),
  );

/** Reads a form as the input of an endpoint. @param always the fields that every request has */
export function readForm<Schema extends z.ZodType>(
  schema: Schema,
  sent: Record<string, string>,
  always: Record<string, unknown> = {},
): Form<z.output<Schema>> {
  try {
    const input = parseInput(schema, { ...always, ...sent });
    return { sent, input, error: undefined, problems: {} };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { sent, input: undefined, error, problems: problemsOf(error) };
  }
}

/** Returns what `read` finds, or what is wrong with the request. @throws errors of the service */
export async function foundOrProblems<Found>(
  read: () => Promise<Found>,
): Promise<{ found: Found | undefined; problems: Record<string, string> }> {
  try {
    return { found: await read(), problems: {} };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return { found: undefined, problems: problemsOf(error) };
  }
}

/** Returns what is wrong with each field, in sentences; that of a request as a whole has an empty name. */
const problemsOf = ({ message: whole, details }: ApiError): Record<string, string> =>
  details
    ? Object.fromEntries(details.map(({ field, message }) => [field, `The value ${message}.`]))
    : { '': whole };
