import { STATUS_CODES } from 'node:http';
import { ApiError, fail } from '@dossier/shared';
import type { Request, Response } from 'express';
import type { ErrorStyle } from './endpoint.ts';

/** What Express and its body parsers throw for a bad request, as errors of ours. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.parse.failed' || type === 'entity.verify.failed') return fail('invalid_json');
  if (type === 'entity.too.large') return fail('body_too_large', BODY_LIMIT);
  if (type === 'charset.unsupported' || type === 'encoding.unsupported')
    return fail('unsupported_media_type');
  if (error instanceof URIError)
    return fail('invalid_input', 'The address holds a malformed percent-encoding.');
  if (status === 400) return fail('invalid_input', 'The request is malformed.');
  return fail('internal');
}

/** The largest body that is read. */
export const BODY_LIMIT = '1 MB';

/** The one renderer of errors. */
export function sendError(req: Request, res: Response, error: ApiError, style: ErrorStyle): void {
  res.status(error.status).set(error.headers);
  res.removeHeader('ETag');
  if (wantsProblem(req)) sendProblem(res, error);
  else if (style === 'page') res.type('html').send(errorPage(error));
  else if (style === 'text' && error.status === 400) res.type('text/plain').send(error.message);
  else if (style === 'failed' && (error.status === 400 || error.status === 404)) {
    res.json({ status: 'failed', message: error.message });
  } else if (style === 'string' && error.fixed) res.type('json').send(JSON.stringify(error.message));
  else {
    res.json({
      error: error.message,
      code: error.code,
      request_id: requestId(res),
      ...(error.details && { details: error.details }),
    });
  }
}

/** RFC 9457: on request, every error in one standard form. */
function sendProblem(res: Response, error: ApiError): void {
  const problem = {
    type: 'about:blank',
    title: STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    detail: error.message,
    code: error.code,
    request_id: requestId(res),
    ...(error.details && { details: error.details }),
  };
  res.type('application/problem+json').send(JSON.stringify(problem));
}

const wantsProblem = (req: Request) => /\bapplication\/problem\+json\b/i.test(req.headers.accept ?? '');
const requestId = (res: Response) => res.getHeader('Request-Id');

/** Says no more than the status: these pages are shown to strangers inside other people's pages. */
function errorPage({ status }: ApiError): string {
  const title = STATUS_CODES[status] ?? 'Error';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><p>${title}</p></html>`;
}
