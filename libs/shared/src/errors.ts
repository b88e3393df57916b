/** A value in a message. A list is written as `a and b`. */
type Value = string | number | readonly string[];

interface Entry<M extends string> {
  status: number;
  /** A text with placeholders, such as `{field}`. */
  message: M;
  /** Whether the specification fixes the message word for word. */
  fixed: boolean;
}
const entry = <M extends string>(status: number, message: M): Entry<M> => ({ status, message, fixed: false });
const fixed = <M extends string>(status: number, message: M): Entry<M> => ({ status, message, fixed: true });

/**
 * All error messages of the service. An endpoint with an error style of its own (`string`, `text`, `failed`) returns the
 * fixed ones in that style.
 */
export const catalogue = {
  unauthenticated: entry(
    401,
    'A valid credential is required. Send the header "Authorization: Token <API_KEY>" or "Authorization: Bearer <JWT>". The header is missing, begins with another word, or contains a key or token that is unknown, expired or revoked.',
  ),
  plan_not_allowed: entry(403, "This credential's plan does not include the API. Plans: Platforms, Funds."),
  organization_suspended: entry(403, 'This organization is suspended. Ask the operator of this service.'),
  scope_missing: entry(
    403,
    'This API key lacks the scope {scope}. Use a key that has it, or ask the operator of this service to add it.',
  ),
  organization_unknown: entry(
    409,
    'This service has no organization with the name and the plan of your token. Ask the operator of this service to create it.',
  ),
  test_key_needed: entry(
    409,
    'Only a test key advances its sample. Create one with the mode test: POST /api/v1/keys/',
  ),
  key_not_found: entry(404, 'Your organization has no valid key with this id: {id}'),
  key_in_use: entry(
    409,
    'This request uses the key that it revokes. Send self=true to revoke it anyway, or rotate it.',
  ),
  key_outlives: entry(
    403,
    'Your API key expires at {at}, and no key that it creates may be valid longer. Use a key that expires later.',
  ),
  too_many_keys: entry(409, 'Your organization has {most} valid keys. Revoke those that nobody uses.'),
  webhook_not_found: entry(404, 'Your organization has no webhook with this id: {id}'),
  too_many_webhooks: entry(409, 'Your organization has {most} webhooks. Delete one, or change its filters.'),
  list_not_found: entry(404, 'Your organization has no list with this id: {id}'),
  too_many_lists: entry(409, 'Your organization has {most} lists. Delete one that nobody reads.'),
  issuer_unreachable: entry(
    503,
    'The identity provider cannot be reached to check this token. Try again soon.',
  ),
  foreign_form: entry(
    403,
    'Another site sent this form. Open its page at the address of this service (PUBLIC_URL), and send it from there.',
  ),
  role_missing: entry(
    403,
    'You are a {role} of the console. This needs the role {needed}: ask an admin for a link.',
  ),
  command_failed: entry(409, '{problem}'),
  invalid_input: entry(400, '{problem}'),
  invalid_json: fixed(400, 'Invalid JSON in request body.'),
  invalid_cursor: entry(
    400,
    '{field} is not a cursor of this list. Take it from the links or cursors of a response, or omit it for page one.',
  ),
  both_cursors: entry(400, 'page_after and page_before cannot be combined. Send one of them.'),
  company_required: fixed(400, 'Either company_domain or company_id parameter is required'),
  embed_company_required: fixed(
    400,
    'Either company_slug, company_domain, or company_id parameter is required',
  ),
  one_company_identifier: entry(400, 'Send exactly one of company_domain, id and company_slug, not {given}.'),
  mixed_company_filters: entry(
    400,
    '{one} (one company) cannot be mixed with {several} (several). Send one kind.',
  ),
  different_companies: entry(400, '{names} name different companies. Send one of them.'),
  too_many_companies: entry(400, 'Name at most {max} companies in one request.'),
  different_aliases: entry(
    400,
    '{name} and {alias} are the same parameter, but their values differ. Send one of them.',
  ),
  window_required: entry(
    400,
    'Without a company, at least one date range must span {days} days or less: {ranges}. A lower bound is required; without an upper bound, the range ends now.',
  ),
  window_too_long: entry(
    400,
    '{range} must span {days} days or less, not {given}; without an upper bound, the range ends now.',
  ),
  changes_not_kept: entry(
    410,
    'after={after} is not in the change log, which has the changes after {first} up to {last}. Start again: read the newest snapshot of /api/v1/snapshots/, and follow the changes after its `seq`.',
  ),
  epoch_changed: entry(
    410,
    'The database of this service was restored, so that `seq` counts from another state. Start again: read the newest snapshot of /api/v1/snapshots/, and follow the changes after its `seq`, with its `epoch`.',
  ),
  before_history: entry(
    410,
    'as_of={as_of} is before the history of this service, which begins at {first}. Send that time or a later one.',
  ),
  too_many_waiting: entry(
    429,
    'Your organization has {most} requests that wait for changes. Send fewer at the same time, or omit wait.',
  ),
  company_not_found: fixed(404, 'Company not found for {key}: {value}'),
  category_filter_required: entry(400, 'Send company_domain, company_id or slug.'),
  one_category_filter: entry(400, 'slug cannot be combined with a company. Send one of them.'),
  category_not_found: fixed(404, 'Category for requested slug not found.'),
  limit_not_positive: fixed(400, 'limit must be greater than 0.'),
  document_slug_required: entry(400, 'document_slug parameter is required'),
  document_not_found: entry(404, 'Document not found for slug: {slug}'),
  embed_unpublished: entry(410, 'The publisher of this embed has withdrawn it.'),
  dataset_not_found: entry(404, 'Dataset not found for id: {id}'),
  mixed_units: entry(400, 'The datasets are in different units: {units}. Send datasets of one unit.'),
  filing_not_found: entry(404, 'Filing not found for id: {id}'),
  news_not_found: entry(404, 'News not found for id: {id}'),
  filing_source_private: entry(404, 'The source of the filing {id} is not a public address.'),
  database_busy: entry(503, 'The database is busy. Try again in {seconds} seconds.'),
  database_unavailable: entry(503, 'The database {problem}. Try again in {seconds} seconds.'),
  snapshots_unavailable: entry(
    503,
    'The store of the snapshots does not answer. Try again in {seconds} seconds.',
  ),
  query_too_slow: entry(
    503,
    'The database took too long to answer. Ask for less: fewer companies, a shorter date range or a smaller page.',
  ),
  pdf_too_slow: entry(
    503,
    'The PDF "{title}" was not drawn within {seconds} seconds. Use the SVG or PNG of this embed instead, or try again.',
  ),
  overloaded: entry(
    503,
    'The service has more requests than it can answer in time. Try again in {seconds} seconds.',
  ),
  search_unavailable: fixed(503, 'Overall search processing error: {detail}'),
  search_failed: fixed(500, 'Overall search processing error: {detail}'),
  too_many_requests: entry(429, 'Rate limit exceeded for your plan. Try again in {seconds} seconds.'),
  request_limit: entry(429, 'Too many requests from this {source}. Try again in {seconds} seconds.'),
  too_many_in_flight: entry(
    429,
    'Other requests of your organization are in progress, and this one waited too long for its turn. Send fewer at the same time. Try again in {seconds} seconds.',
  ),
  not_found: entry(404, 'Nothing exists at this address. All operations are listed at /docs.'),
  oembed_format: entry(501, 'The format {format} is not supported. Use json or xml.'),
  method_not_allowed: entry(405, 'This address accepts {allow}.'),
  not_acceptable: entry(406, 'This address returns {types}.'),
  file_too_large: entry(
    422,
    'The list has {total} rows, and a file has at most {max} for your plan. Add filters, such as a range of dates, or read the list by pages.',
  ),
  body_too_large: entry(413, 'The body is larger than {limit}.'),
  unsupported_media_type: entry(
    415,
    '{problem}. Send the body as application/json, application/x-www-form-urlencoded or multipart/form-data, in UTF-8.',
  ),
  request_timeout: entry(408, 'The request did not arrive in time. Send it again.'),
  headers_too_large: entry(
    431,
    'The address and the headers together are larger than {limit}. Send long lists of companies in the body of a POST.',
  ),
  internal: entry(500, 'Something went wrong on our side.'),
} as const;

export type ErrorCode = keyof typeof catalogue;

/** An invalid field of an input. */
export interface FieldProblem {
  field: string;
  message: string;
}

/** An error that callers see, with its status. Any other thrown error is an internal error. */
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
    this.fixed = catalogue[code].fixed;
    this.details = extra.details;
    this.headers = extra.headers ?? {};
  }
}

type NamesIn<M extends string> = M extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type ValuesOf<C extends ErrorCode> = Record<NamesIn<(typeof catalogue)[C]['message']>, Value>;

/** Returns the error with a code: `throw fail('company_not_found', { key: 'domain', value: domain })`. */
export function fail<C extends ErrorCode>(
  code: C,
  ...[values]: [keyof ValuesOf<C>] extends [never] ? [] : [ValuesOf<C>]
): ApiError {
  return new ApiError(
    code,
    messageOf(code, (name) => textOf(values?.[name as keyof ValuesOf<C>] ?? '')),
  );
}

/** Returns a message of the catalogue. `textOfName` returns the text of each placeholder. */
export const messageOf = (code: ErrorCode, textOfName: (name: string) => string): string =>
  catalogue[code].message.replaceAll(/\{(\w+)\}/g, (_, name: string) => textOfName(name));

const textOf = (value: Value): string => (typeof value === 'object' ? value.join(' and ') : String(value));

/** Returns a 400 for one field. */
export const invalid = (field: string, message: string): ApiError => invalidFields([{ field, message }]);

/** The longest text of a caller that a message quotes in full, in UTF-16 code units. */
const MAX_SHOWN = 100;

/** Returns a 400 for several fields. @param more the number of further invalid fields */
export function invalidFields(problems: FieldProblem[], more = 0): ApiError {
  const details = problems.map(({ field, message }) => ({ field: beginning(field), message }));
  const sentences = details.map(({ field, message }) => `${field}: ${message}`);
  if (more > 0) sentences.push(`and ${more} more`);
  return new ApiError('invalid_input', sentences.join('; '), { details });
}

/** Returns a caller's text for a message, shortened if it is long. */
export const beginning = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
