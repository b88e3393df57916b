import { findKind } from '../../../kinds/index.ts';
import { setByHand, type HandValue } from '../../../edits/hand.ts';
import { printable } from '../../../report/printable.ts';
import { printIndexed } from '../../../report/report.ts';
import { UsageError } from '../../../rows/types.ts';
import type { SetFlags, UnsetFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { change } from '../../runs/change.ts';

/** Sets a field by hand. The last two arguments are the field and the value. */
export function runSet(io: Io, kindName: string, given: string[], flags: SetFlags): Promise<number> {
  const [field, value] = given.slice(-2);
  if (given.length < 3) throw new UsageError('Name the record, the field and the value.');
  return setField(io, { command: 'set', kindName, key: given.slice(0, -2), field: field!, value }, flags);
}

/** Removes a value that was set by hand. The last argument is the field. */
export function runUnset(io: Io, kindName: string, given: string[], flags: UnsetFlags): Promise<number> {
  if (given.length < 2) throw new UsageError('Name the record and the field.');
  const field = given.at(-1)!;
  return setField(
    io,
    { command: 'unset', kindName, key: given.slice(0, -1), field, value: undefined },
    flags,
  );
}

interface Change {
  command: 'set' | 'unset';
  kindName: string;
  key: string[];
  field: string;
  value: string | undefined;
}

function setField(
  io: Io,
  { command, kindName, key, field, value }: Change,
  flags: UnsetFlags,
): Promise<number> {
  const kind = findKind(kindName)!;
  return change(io, flags, {
    name: { command, kind: kind.name, source: [...key, field, value ?? []].flat().join(' ') },
    work: (given) => setByHand({ ...given, kind, key, field, value }),
    countsOf: ({ outcome }) => ({ changed: outcome === 'changed' ? 1 : 0 }),
    print: (done) => printDone(command, done),
  });
}

const printDone = (command: Change['command'], done: HandValue): string => {
  const name = `${done.kind} ${done.key.join(' ')}`;
  const effect = command === 'unset' ? 'is no longer set by hand' : `= ${JSON.stringify(done.value)}`;
  const note = done.outcome === 'unchanged' ? ' (the record had this value)' : '';
  return [printable(`${name}: ${done.field} ${effect}${note}`), ...printIndexed(done)].join('\n');
};
