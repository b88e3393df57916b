import { fail } from '@dossier/shared';
import express, { type RequestHandler } from 'express';
import multer from 'multer';
import { refuseRepeated } from './input.ts';

const LIMIT_BYTES = 1024 * 1024;
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

const knownType: RequestHandler = (req, _res, next) => {
  // `is` gives null when there is no body at all.
  if (req.is(['application/json', ...FORM_TYPES]) === false) throw fail('unsupported_media_type');
  next();
};

const oneValueEach: RequestHandler = (req, _res, next) => {
  if (typeof req.is(FORM_TYPES) === 'string') refuseRepeated(req.body as Record<string, unknown>);
  next();
};

/** Reads JSON, form-encoded and multipart bodies alike into `req.body`; files are refused. */
export const bodyParsers: RequestHandler[] = [
  knownType,
  express.json({ limit: LIMIT_BYTES }),
  express.urlencoded({ limit: LIMIT_BYTES, extended: false }),
  multer({ limits: { fieldSize: LIMIT_BYTES, fields: 100, parts: 100 } }).none(),
  oneValueEach,
];
