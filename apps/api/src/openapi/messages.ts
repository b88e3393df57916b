import { catalogue, invalid, type ErrorCode } from '@dossier/shared';

/** An error of the catalogue as the documentation shows it. */
export interface DocumentedError {
  code: ErrorCode;
  status: number;
  /** With `<name>` where a message names something of the request. */
  message: string;
  /** Whether the specification fixes its words. */
  fixed: boolean;
}

/** Reads an error off the catalogue. */
export function describeError(code: ErrorCode): DocumentedError {
  const entry = catalogue[code];
  const fixed = 'fixed' in entry && entry.fixed === true;
  return { code, status: entry.status, message: messageOf(entry.message), fixed };
}

/** A wrong field, as every operation can answer it. */
export const exampleProblem = invalid('compny_domain', 'is unknown; did you mean company_domain?');

/** Calls the message with its own parameters' names: a list of one reads alike alone, in a text and joined. */
function messageOf(message: (...args: never[]) => string): string {
  const names = /^\(?([^)=]*)\)?\s*=>/.exec(message.toString())?.[1] ?? '';
  const args = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => [`<${name}>`]);
  // A message that is nothing but its argument gives the list itself.
  return String(message(...(args as never[])));
}
