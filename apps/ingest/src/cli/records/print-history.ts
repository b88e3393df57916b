import type { RecordHistory, RecordVersion, VersionAuthor } from '@dossier/shared';
import { printable } from '../../report/printable.ts';

/** Returns the versions as text, newest first. */
export function printHistory({ kind, key, begins_at, versions }: RecordHistory): string {
  const lines = versions
    .toReversed()
    .flatMap((version) => [
      `  ${timeOf(version.from)} to ${version.until === null ? 'now' : timeOf(version.until)}: ${whatOf(version)}`,
      `    ${authorOf(version)}`,
    ]);
  const begins = `Former versions are kept since ${timeOf(begins_at)} (times are UTC).`;
  return [`${kind} ${key.join(' ')}`, ...lines, begins].map(printable).join('\n');
}

const timeOf = (time: string) => time.slice(0, 19).replace('T', ' ');

function whatOf({ op, fields }: RecordVersion): string {
  if (op === 'delete') return 'deleted';
  if (fields === null) return 'first version';
  return fields.length === 0 ? 'no changed fields' : fields.join(', ');
}

function authorOf({ run, command, undone_by, statements }: VersionAuthor): string {
  const who = run === null ? ['no known run'] : [`run ${run}`, ...(command === null ? [] : [command])];
  const places = statements.map(({ source, file, line }) =>
    file === null ? source : `${source}, ${file.split(/[\\/]/).at(-1)} row ${line}`,
  );
  const undone = undone_by === null ? [] : [`undone by run ${undone_by}`];
  return [...who, ...places, ...undone].join('; ');
}
