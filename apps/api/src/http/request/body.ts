import { isUtf8 } from 'node:buffer';
import type { Writable } from 'node:stream';
import { beginning, fail, invalid, withoutNull, type ApiError } from '@dossier/shared';
import express, { type Request, type RequestHandler } from 'express';
import multer from 'multer';
import type { z } from 'zod';
import { howToSend, joinRepeated, listOf } from './input.ts';

/** The size limit of request bodies. */
export const BODY_LIMIT = { bytes: 1024 * 1024, text: '1 MB' };
/** The most fields of a multipart body. */
const FIELDS = 100;
/** The most fields of a body, by its type. */
export const FORM_FIELDS = { multipart: FIELDS, urlencoded: 1000 };
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

const knownType: RequestHandler = (req, _res, next) => {
  const { 'content-type': type, 'content-length': length } = req.headers;
  // The parser would read all of it before it answers.
  if (Number(length) > BODY_LIMIT.bytes) throw fail('body_too_large', { limit: BODY_LIMIT.text });
  // `is` returns null without a body; a Content-Length of 0 means the same.
  if (length !== '0' && req.is(['application/json', ...FORM_TYPES]) === false)
    throw fail('unsupported_media_type', { problem: typeProblem(type) });
  // The parsers know UTF-8 only by its registered name.
  req.headers['content-type'] = type?.replace(/(;\s*charset=)(utf8|"utf8")(?=\s*(;|$))/i, '$1utf-8');
  if (/;\s*charset="?utf-?(16|32)/i.test(type ?? ''))
    throw fail('unsupported_media_type', { problem: 'The body is not UTF-8' });
  next();
};

const typeProblem = (type: string | undefined) =>
  type === undefined
    ? 'The body has no Content-Type'
    : `The Content-Type ${beginning(type.split(';')[0]!.trim())} is not supported`;

/** Rejects invalid UTF-8, which the parser would replace by other characters. */
function rejectInvalidUtf8(_req: unknown, _res: unknown, body: Buffer, encoding: string): void {
  if (encoding === 'utf-8' && !isUtf8(body)) throw new Error('not UTF-8');
}

type WithBody = Request & { rawBody?: Buffer };

/**
 * Parses the body from a buffer, because multer limits the size of each part but not of the whole body. A field such as
 * `ids[4294967294]` would become an array of that length.
 */
const multipart = multer({
  limits: { fields: FIELDS, parts: FIELDS, fieldArrayIndexLimit: FIELDS - 1 },
  streamHandler: ({ rawBody }: WithBody, parser: Writable) => parser.end(rawBody),
} as multer.Options).none();

const readMultipart =
  (input: z.ZodType): RequestHandler =>
  (req, res, next) => {
    if (Buffer.isBuffer(req.body)) {
      if (/^\s*[{[]/.test(req.body.toString('latin1', 0, 100))) throw looksLikeJson();
      if (!/;\s*boundary=/i.test(req.headers['content-type']!))
        throw fail('invalid_input', { problem: NO_BOUNDARY });
      (req as WithBody).rawBody = req.body;
    }
    multipart(req, res, (error: unknown) => {
      if (error === undefined || error === null) next();
      else next(multipartProblem(error, input));
    });
  };

const NO_BOUNDARY =
  'The header Content-Type: multipart/form-data has no boundary. Do not set it: your HTTP client sets it with the boundary.';

const looksLikeJson = () =>
  fail('invalid_input', {
    problem: 'The body looks like JSON. Send it with the header Content-Type: application/json.',
  });

/** Converts an error of the multipart parser, which has codes for only a few of them. */
function multipartProblem(error: unknown, input: z.ZodType): ApiError {
  const { code, field = 'body' } = error as { code?: string; field?: string };
  if (code === 'LIMIT_UNEXPECTED_FILE')
    return invalid(field, `must not be a file. ${howToSend(input, listOf(field))}`);
  if (code === 'LIMIT_FIELD_ARRAY_INDEX') return invalid(field, `has an index above ${FIELDS - 1}`);
  if (code === 'LIMIT_FIELD_COUNT' || code === 'LIMIT_PART_COUNT')
    return fail('invalid_input', { problem: `The multipart body has more than ${FIELDS} fields.` });
  return fail('invalid_input', { problem: 'The multipart body is malformed.' });
}

const checkForm =
  (input: z.ZodType): RequestHandler =>
  (req, _res, next) => {
    if (typeof req.is(FORM_TYPES) === 'string') {
      const fields = req.body as Record<string, unknown>;
      // curl -d sends a form unless a Content-Type is set.
      const names = Object.keys(fields);
      if (names.some((name) => /^\s*[{[]/.test(name))) throw looksLikeJson();
      // The parser takes the brackets off.
      if (names.includes('object Object'))
        throw fail('invalid_input', {
          problem: 'The body is the text [object Object]. Send the object as JSON.',
        });
      req.body = joinRepeated(fields, input);
    }
    next();
  };

const parsers: RequestHandler[] = [
  knownType,
  express.json({ limit: BODY_LIMIT.bytes, verify: rejectInvalidUtf8, reviver: withoutNull }),
  express.urlencoded({ limit: BODY_LIMIT.bytes, extended: false, parameterLimit: FORM_FIELDS.urlencoded }),
  express.raw({ limit: BODY_LIMIT.bytes, type: 'multipart/form-data' }),
];

/** Returns parsers that read JSON, form-encoded and multipart bodies into `req.body`, and reject files. */
export const bodyParsers = (input: z.ZodType): RequestHandler[] => [
  ...parsers,
  readMultipart(input),
  checkForm(input),
];
