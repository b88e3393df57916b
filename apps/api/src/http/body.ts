import { isUtf8 } from 'node:buffer';
import { fail, invalid, type ApiError } from '@dossier/shared';
import express, { type RequestHandler } from 'express';
import multer from 'multer';
import { BODY_LIMIT } from './errors.ts';
import { refuseRepeated } from './input.ts';

const LIMIT_BYTES = 1024 * 1024;
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

const knownType: RequestHandler = (req, _res, next) => {
  // `is` gives null when there is no body at all.
  if (req.is(['application/json', ...FORM_TYPES]) === false) throw fail('unsupported_media_type');
  next();
};

/** Bytes that are no UTF-8 would be read as other characters than were meant. */
function refuseBrokenText(_req: unknown, _res: unknown, body: Buffer, encoding: string): void {
  if (encoding === 'utf-8' && !isUtf8(body)) throw new Error('not UTF-8');
}

const multipart = multer({ limits: { fieldSize: LIMIT_BYTES, fields: 100, parts: 100 } }).none();

const readMultipart: RequestHandler = (req, res, next) => {
  multipart(req, res, (error: unknown) => {
    if (error === undefined || error === null) next();
    else next(multipartProblem(error));
  });
};

/** Its parser has many words for what is wrong with a body, and no type for most of them. */
function multipartProblem(error: unknown): ApiError {
  const { code, field } = error as { code?: string; field?: string };
  if (code === 'LIMIT_UNEXPECTED_FILE') return invalid(field ?? 'body', 'must not be a file');
  if (code?.startsWith('LIMIT_') === true) return fail('body_too_large', BODY_LIMIT);
  return fail('invalid_input', 'The multipart body is malformed.');
}

const oneValueEach: RequestHandler = (req, _res, next) => {
  if (typeof req.is(FORM_TYPES) === 'string') refuseRepeated(req.body as Record<string, unknown>);
  next();
};

/** Reads JSON, form-encoded and multipart bodies alike into `req.body`; files are refused. */
export const bodyParsers: RequestHandler[] = [
  knownType,
  express.json({ limit: LIMIT_BYTES, verify: refuseBrokenText }),
  express.urlencoded({ limit: LIMIT_BYTES, extended: false }),
  readMultipart,
  oneValueEach,
];
