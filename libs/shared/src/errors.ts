/**
 * Every message that the service gives, each once. `fixed` marks the words that the specification fixes; an
 * endpoint with an error style of its own (`string`, `text`, `failed`) gives those in that style.
 */
interface Entry<A extends unknown[]> {
  status: number;
  fixed?: true;
  message: (...args: A) => string;
}
const entry = <A extends unknown[]>(status: number, message: (...args: A) => string): Entry<A> => ({
  status,
  message,
});
const fixed = <A extends unknown[]>(status: number, message: (...args: A) => string): Entry<A> => ({
  status,
  message,
  fixed: true,
});

export type CompanyKey = 'domain' | 'slug' | 'id';

export const catalogue = {
  unauthenticated: entry(
    401,
    () =>
      'A valid credential is required. Send the header "Authorization: Token <API_KEY>" or "Authorization: Bearer <JWT>". ' +
      'The header is missing, begins with another word, or holds a key or token that is unknown, has ended or was revoked.',
  ),
  plan_not_allowed: entry(
    403,
    () => "This credential's plan does not include the API. Plans: Platforms, Funds.",
  ),
  issuer_unreachable: entry(
    503,
    () => 'The identity provider cannot be reached to check this token. Try again soon.',
  ),
  invalid_input: entry(400, (problem: string) => problem),
  invalid_json: fixed(400, () => 'Invalid JSON in request body.'),
  invalid_cursor: entry(
    400,
    (field: string) =>
      `${field} is not a cursor of this list. Take it from the links or cursors of an answer, or leave it out for page one.`,
  ),
  both_cursors: entry(400, () => 'page_after and page_before cannot be combined. Send one of them.'),
  company_required: fixed(400, () => 'Either company_domain or company_id parameter is required'),
  embed_company_required: fixed(
    400,
    () => 'Either company_slug, company_domain, or company_id parameter is required',
  ),
  one_company_identifier: entry(
    400,
    (given: string[]) =>
      `Send exactly one of company_domain, id and company_slug, not ${given.join(' and ')}.`,
  ),
  mixed_company_filters: entry(
    400,
    (one: string[], several: string[]) =>
      `${one.join(' and ')} (one company) cannot be mixed with ${several.join(' and ')} (several). Send one kind.`,
  ),
  different_companies: entry(
    400,
    (names: string[]) => `${names.join(' and ')} name different companies. Send one of them.`,
  ),
  too_many_companies: entry(400, (max: number) => `Name at most ${max} companies in one request.`),
  different_aliases: entry(
    400,
    (name: string, alias: string) => `${name} and ${alias} mean the same and differ. Send one of them.`,
  ),
  window_required: entry(
    400,
    (days: number, ranges: string[]) =>
      `Without a company, at least one date range must span ${days} days or less: ${ranges.join(', or ')}. ` +
      'A lower end is needed; a missing upper end is now.',
  ),
  window_too_long: entry(
    400,
    (days: number, range: string, given: number) =>
      `${range} must span ${days} days or less, not ${given}; a missing upper end is now.`,
  ),
  company_not_found: fixed(
    404,
    (key: CompanyKey, value: string | number) => `Company not found for ${key}: ${value}`,
  ),
  category_filter_required: entry(400, () => 'Send company_domain, company_id or slug.'),
  one_category_filter: entry(400, () => 'slug cannot be combined with a company. Send one of them.'),
  category_not_found: fixed(404, () => 'Category for requested slug not found.'),
  limit_not_positive: fixed(400, () => 'limit must be greater than 0.'),
  document_slug_required: entry(400, () => 'document_slug parameter is required'),
  document_not_found: entry(404, (slug: string) => `Document not found for slug: ${slug}`),
  dataset_not_found: entry(404, (id: string | number) => `Dataset not found for id: ${id}`),
  filing_not_found: entry(404, (id: string) => `Filing not found for id: ${id}`),
  database_busy: entry(
    503,
    (seconds: number) =>
      `The data are being changed and cannot take this now. Try again in ${seconds} seconds.`,
  ),
  search_unavailable: fixed(503, (detail: string) => `Overall search processing error: ${detail}`),
  search_failed: fixed(500, (detail: string) => `Overall search processing error: ${detail}`),
  too_many_requests: entry(
    429,
    (seconds: number) => `The plan of your organization allows no more now. Try again in ${seconds} seconds.`,
  ),
  not_found: entry(404, () => 'There is nothing at this address. Every operation is described at /docs.'),
  oembed_format: entry(501, (format: string) => `The format ${format} is not given; json and xml are.`),
  method_not_allowed: entry(405, (allow: string) => `This address answers ${allow}.`),
  not_acceptable: entry(406, (types: string) => `This address answers with ${types}.`),
  body_too_large: entry(413, (limit: string) => `The body is larger than ${limit}.`),
  unsupported_media_type: entry(
    415,
    () => 'Send the body as application/json, application/x-www-form-urlencoded or multipart/form-data.',
  ),
  request_timeout: entry(408, () => 'The request did not arrive in time. Send it again.'),
  headers_too_large: entry(
    431,
    (limit: string) =>
      `The address and the headers together are larger than ${limit}. Send long lists of companies in the body of a POST.`,
  ),
  internal: entry(500, () => 'Something went wrong on our side.'),
} as const;

export type ErrorCode = keyof typeof catalogue;

/** One wrong field of an input. */
export interface FieldProblem {
  field: string;
  message: string;
}

/** The one error class: what a caller may be told, with its status. Anything else thrown is an internal error. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly fixed: boolean;
  readonly details?: FieldProblem[];
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    message: string,
    extra: { details?: FieldProblem[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.code = code;
    this.status = catalogue[code].status;
    this.fixed = 'fixed' in catalogue[code] && catalogue[code].fixed === true;
    this.details = extra.details;
    this.headers = extra.headers ?? {};
  }
}

type MessageArgs<C extends ErrorCode> = Parameters<(typeof catalogue)[C]['message']>;

/** Builds the error of that code: `throw fail('company_not_found', 'domain', domain)`. */
export function fail<C extends ErrorCode>(code: C, ...args: MessageArgs<C>): ApiError {
  const message = catalogue[code].message as (...args: unknown[]) => string;
  return new ApiError(code, message(...args));
}

/** A 400 for one field. */
export const invalid = (field: string, message: string): ApiError => invalidFields([{ field, message }]);

/** Of names that callers make up, the beginning is shown. */
const LONGEST_NAME = 100;

/** A 400 for these fields. @param more how many others are wrong too */
export function invalidFields(problems: FieldProblem[], more = 0): ApiError {
  const details = problems.map(({ field, message }) => ({ field: beginning(field), message }));
  const sentences = details.map(({ field, message }) => `${field}: ${message}`);
  if (more > 0) sentences.push(`and ${more} more`);
  return new ApiError('invalid_input', sentences.join('; '), { details });
}

const beginning = (name: string) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name);
