import { writeFile } from 'node:fs/promises';
import { findKind } from '../../../kinds/index.ts';
import { draftMapping } from '../../../readers/draft/draft.ts';
import { sampleTable } from '../../../readers/draft/table.ts';
import { count } from '../../../report/report.ts';
import { LoadError, UsageError } from '../../../rows/types.ts';
import { exitCode } from '../../exit-codes.ts';
import type { MappingInitFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';

/** Drafts a mapping, and writes it to a new file or to standard output. */
export async function runMappingInit(
  io: Io,
  path: string,
  { kind, out, json }: MappingInitFlags,
): Promise<number> {
  if (json && out === undefined) throw new UsageError('--json needs --out, the file of the mapping.');
  const {
    kind: drafted,
    text,
    questions,
  } = draftMapping(await sampleTable(path), path, kind === undefined ? undefined : findKind(kind));
  if (out === undefined) {
    io.out(text);
    return exitCode.done;
  }
  await writeFile(out, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST')
      throw new LoadError(`${out} exists. Name another file with --out, or delete it.`);
    throw new LoadError(
      `${out} cannot be written (${error.code ?? error.message}). Name another file with --out.`,
    );
  });
  if (json) {
    io.out(`${JSON.stringify({ file: out, kind: drafted.plural, questions }, undefined, 2)}\n`);
    return exitCode.done;
  }
  const decide =
    questions.length === 0
      ? ''
      : ` Decide ${count(questions.length, 'line that begins', 'lines that begin')} with # DECIDE, then`;
  io.out(
    `${out} written.${decide || ' Now'} check it with: npm run ingest -- mapping check ${out} ${path}\n`,
  );
  return exitCode.done;
}
