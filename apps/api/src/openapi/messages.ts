import { catalogue, invalid, messageOf, type ApiError, type ErrorCode } from '@dossier/shared';
import { z } from 'zod';
import type { Endpoint } from '../http/endpoint.ts';
import { malformedAddress } from '../http/response/errors.ts';
import { unknownField } from '../http/request/hints.ts';
import { fieldsAt } from '../rows/schema.ts';
import { ignoresUnknown } from '../http/request/input.ts';

/** An error of the catalogue as the documentation shows it. */
export interface DocumentedError {
  code: ErrorCode;
  status: number;
  /** With a placeholder such as `<name>` for each value of the request. */
  message: string;
  /** Whether the specification fixes the message. */
  fixed: boolean;
}

/** Returns an error of the catalogue. */
export const describeError = (code: ErrorCode): DocumentedError => {
  const { status, fixed } = catalogue[code];
  return { code, status, message: messageOf(code, (name) => `<${name}>`), fixed };
};

/** Returns the error of an endpoint for an invalid input, as an example. */
export function exampleProblem({ input }: Endpoint): ApiError {
  if (input instanceof z.ZodObject && ignoresUnknown(input)) return malformedAddress();
  const fields = fieldsAt(input, []);
  const [name] = Object.keys(fields);
  const misspelt = name === undefined ? 'page' : name[0] + name.slice(2);
  return invalid(misspelt, unknownField(misspelt, fields));
}
