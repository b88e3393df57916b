import { fail } from '@dossier/shared';
import { FORMATS, readFile, type Format, type ListOf } from '../rows/read.ts';
import { committedFor } from './context.ts';
import { Answer, BodyStream, type Endpoint } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import { chargeTasks } from './limits/charge.ts';
import { preferred } from './request/accept.ts';
import type { HttpServices } from './services.ts';
import { sendOther } from './response/send.ts';

/** The rows that cost one task. */
export const ROWS_OF_TASK = 100;

/** The media types of a response: that of the endpoint, and the files of a list. */
export const typesOf = ({ produces, rows }: Pick<Endpoint, 'produces' | 'rows'>): string[] =>
  rows === undefined ? [produces] : [produces, ...FORMATS.map(({ type }) => type)];

/** Returns the format of the file that a request asks for, by its path or else by Accept; undefined for JSON. */
export function formatOf({ path, req }: Exchange, endpoint: Endpoint): Format | undefined {
  if (endpoint.rows === undefined) return undefined;
  const [, extension] = /\.(csv|ndjson)\/?$/i.exec(path) ?? [];
  if (extension !== undefined) return FORMATS.find((format) => format.extension === extension.toLowerCase());
  const type = preferred(req, typesOf(endpoint));
  return FORMATS.find((format) => format.type === type);
}

interface Asked extends Pick<ListOf, 'read'> {
  format: Format;
  /** The tasks that the list costs as JSON. */
  tasks: number;
  input: Record<string, unknown>;
}

/**
 * Sends all rows of a list as a file. An error after the first byte ends the connection, so that no file looks complete
 * without being it. A file costs a task for each `ROWS_OF_TASK` rows, and its plan must allow that many tasks in a window.
 * @throws 422 for more rows, 406 for an answer without rows, and the errors of the endpoint
 */
export async function answerWithFile(
  exchange: Exchange,
  services: HttpServices,
  { format, tasks, input, read }: Asked,
): Promise<void> {
  const { caller } = exchange;
  const endpoint = { ...exchange.endpoint!, rows: exchange.endpoint!.rows! };
  const { seq } = await committedFor(exchange, services);
  const file = await readFile({ endpoint, read }, input, format);
  const allowed = caller && services.rateLimiter?.standing(caller, services.clock())?.tasks;
  const max = (allowed ?? Infinity) * ROWS_OF_TASK;
  if (file.total > max) throw fail('file_too_large', { total: file.total, max });
  const cost = Math.max(tasks, Math.ceil(file.total / ROWS_OF_TASK));
  if (!endpoint.isFree) chargeTasks(exchange, services, { endpoint, tasks: cost });
  const headers = {
    ...file.headers,
    ...(input['as_of'] === undefined && { 'Dossier-Seq': String(seq) }),
    'Content-Disposition': `attachment; filename="${endpoint.rows}.${format.extension}"`,
  };
  await sendOther(exchange, format.type, new Answer(new BodyStream(file.chunks), { headers }));
}
