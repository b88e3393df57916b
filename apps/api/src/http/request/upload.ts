import { fail, invalid, type ApiError } from '@dossier/shared';
import type { RequestHandler } from 'express';
import multer from 'multer';
import { exchangeOf } from '../exchange.ts';
import type { Endpoint } from '../endpoint.ts';

/** The size limit of a file that a form sends. */
export const UPLOAD_LIMIT = { bytes: 16 * 1024 * 1024, text: '16 MB' };
/** What a form has besides its file: fields of the page, such as its token. */
const OTHER = { fields: 20, fieldSize: 10_000 };

/** How long a file may take to arrive: 16 MB at half a megabit per second. */
const ARRIVAL_MS = 300_000;

/** Until when the sender of a file may take to send it, by its connection, on the clock of `performance`. */
const deadlines = new WeakMap<object, number>();

/** Returns whether a connection sends a file, and still has time. */
export const isUploading = (socket: object): boolean => performance.now() < (deadlines.get(socket) ?? 0);

/** A file that a form sent. */
export interface Upload {
  name: string;
  content: Buffer;
}

const parse = multer({
  storage: multer.memoryStorage(),
  limits: { ...OTHER, parts: OTHER.fields + 1, files: 1, fileSize: UPLOAD_LIMIT.bytes },
  defParamCharset: 'utf8',
}).single('file');

/** Returns parsers of a form with one file, `file`. Nothing of the body is read before the caller may send it. */
export const uploadParsers = (requireSender: Endpoint['upload'] & object): RequestHandler[] => [
  (req, res, next) => {
    requireSender(exchangeOf(res).caller);
    if (Number(req.headers['content-length']) > UPLOAD_LIMIT.bytes + OTHER.fields * OTHER.fieldSize)
      throw tooLarge();
    if (!/^multipart\/form-data;.*boundary=/i.test(req.headers['content-type'] ?? ''))
      throw fail('unsupported_media_type', { problem: 'The body has no file' });
    next();
  },
  (req, res, next) => {
    const { socket } = req;
    deadlines.set(socket, performance.now() + ARRIVAL_MS);
    parse(req, res, (error: unknown) => {
      deadlines.delete(socket);
      next(error ? problemOf(error) : undefined);
    });
  },
  (req, _res, next) => {
    const { body, file } = req as { body?: Record<string, unknown>; file?: Express.Multer.File };
    req.body = { ...body, file: file && { name: file.originalname, content: file.buffer } };
    next();
  },
];

const tooLarge = () => fail('body_too_large', { limit: UPLOAD_LIMIT.text });

function problemOf(error: unknown): ApiError {
  const { code, field = 'file' } = error as { code?: string; field?: string };
  if (code === 'LIMIT_FILE_SIZE') return tooLarge();
  if (code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_FILE_COUNT')
    return invalid(field, 'must be the only file, named "file"');
  return fail('invalid_input', { problem: 'The multipart body is malformed, or has too many fields.' });
}
