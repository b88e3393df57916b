import { writeFile } from 'node:fs/promises';
import { findKind } from '../../kinds/index.ts';
import { draftMapping } from '../../readers/draft/draft.ts';
import { sampleTable } from '../../readers/draft/table.ts';
import { count } from '../../report/report.ts';
import { LoadError } from '../../rows/types.ts';
import { exitCode } from '../exit-codes.ts';
import type { MappingInitFlags } from '../flags.ts';
import type { Io } from '../io.ts';

/** Drafts a mapping, and writes it to a new file or to standard output. */
export async function runMappingInit(io: Io, path: string, { kind, out }: MappingInitFlags): Promise<number> {
  const { text, questions } = draftMapping(
    await sampleTable(path),
    path,
    kind === undefined ? undefined : findKind(kind),
  );
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
  const decide =
    questions === 0
      ? ''
      : ` Decide ${count(questions, 'line that begins', 'lines that begin')} with # DECIDE, then`;
  io.out(
    `${out} written.${decide || ' Now'} check it with: npm run ingest -- mapping check ${out} ${path}\n`,
  );
  return exitCode.done;
}
