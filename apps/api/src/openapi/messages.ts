import { catalogue, invalid, messageOf, type ErrorCode } from '@dossier/shared';

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
export const describeError = (code: ErrorCode): DocumentedError => {
  const { status, fixed } = catalogue[code];
  return { code, status, message: messageOf(code, (name) => `<${name}>`), fixed };
};

/** A wrong field, as every operation can answer it. */
export const exampleProblem = invalid('compny_domain', 'is unknown; did you mean company_domain?');
