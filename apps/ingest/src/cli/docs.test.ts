import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { NAMES } from '../texts/page-fields.ts';
import { createTestDatabase, usualEngines } from '@dossier/store/testing';
import { keyForm } from '../edits/find-record.ts';
import { findKind, kinds } from '../kinds/index.ts';
import { namingFields } from '../fields/references.ts';
import { emptySummary } from '../plan/summary.ts';
import { emptyReport } from '../report/report.ts';
import { loadRecords } from '../testing/load.ts';
import { exitCode, MEANINGS } from './exit-codes.ts';
import { ingestProgram } from './program.ts';

const DOCS = join(import.meta.dirname, '../../../../docs');
const read = (path: string) => readFileSync(join(DOCS, path), 'utf8');
const page = ['reference', 'companies', 'documents'].map((name) => read(`data-team/${name}.md`)).join('\n');

/** The rows of the table below a head, as cells without the marks of code. */
function table(firstColumn: string, secondColumn: string): [string, string][] {
  const head = new RegExp(
    `^\\| ${firstColumn} +\\| ${secondColumn} +\\|.*\\n\\|[ -|]*\\n((?:\\|.*\\n)+)`,
    'm',
  );
  const [, rows] = head.exec(page)!;
  return rows!
    .trim()
    .split('\n')
    .map((row) => {
      const [first, second] = row.slice(1, -1).split(/(?<!\\)\|/);
      return [first!.trim(), second!.trim()];
    });
}
const names = (cells: string): string[] => [...cells.matchAll(/`([^`\s]+)[^`]*`/g)].map(([, name]) => name!);

describe('the reference pages in docs/data-team', () => {
  const program = ingestProgram(async () => {});

  it('lists all exit codes with the text of the help', () => {
    const expected = Object.entries(exitCode).map(([name, code]) => [
      String(code),
      MEANINGS[name as keyof typeof exitCode],
    ]);
    expect(table('code', 'meaning')).toEqual(expected);
  });

  it('lists all commands', () => {
    const documented = table('command', 'does').flatMap(([command]) => names(command));
    expect(documented.sort()).toEqual(program.commands.map((each) => each.name()).sort());
  });

  it('lists all options of load', () => {
    const { options } = program.commands.find((each) => each.name() === 'load')!;
    const documented = table('option', 'does').flatMap(([option]) => names(option));
    expect(documented.sort()).toEqual(options.map(({ long }) => long!).sort());
  });

  it('lists all fields of the JSON report', () => {
    const [, section] = /^## JSON report\n([^]*?)^## /m.exec(page)!;
    const listed = [...section!.matchAll(/[`"](\w+)[`"]/g)].map(([, name]) => name);
    const fields = [...Object.keys(emptyReport('x', false)), 'refused', 'rejectsFile'];
    const ofPlan = ['plan', ...Object.keys(emptySummary('x'))];
    expect(listed).toEqual(expect.arrayContaining([...fields, ...ofPlan]));
  });

  it.each(usualEngines)('shows a minimal record of each kind that %s stores as new', async (engine) => {
    const [, block] = /^## Smallest records[^]*?```text\n([^]*?)```/m.exec(page)!;
    const lines = block!
      .trim()
      .split('\n')
      .map((line) => /^(\w+) +(.*)$/.exec(line)!);
    expect(new Set(lines.map(([, kind]) => kind))).toEqual(new Set(kinds.map(({ plural }) => plural)));
    const database = await createTestDatabase(engine);
    for (const [line, kind, record] of lines) {
      const [outcome] = await loadRecords(database.db, findKind(kind!)!, [JSON.parse(record!) as object]);
      expect([line, outcome]).toEqual([line, expect.objectContaining({ outcome: 'new' })]);
    }
    await database.close();
  });

  it('lists all kinds with their keys, all company reference fields and all front matter fields', () => {
    const keys = kinds.map((kind) => [kind.plural, `\`${keyForm(kind)}\``]);
    expect(table('kind', 'natural key')).toEqual(keys);
    expect(table('field', 'leads to').flatMap(([field]) => names(field))).toEqual(Object.keys(namingFields));
    const fields = table('field', 'names').map(([field, cell]) => [field, names(cell)]);
    expect(Object.fromEntries(fields)).toEqual(NAMES);
  });
});
