import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { findKind } from '../../kinds/index.ts';
import { recordsOf } from '../../testing/read.ts';
import { temporaryFolder, type Folder } from '../../testing/files.ts';
import { columnsOf, FORMS, mappingFile, OPTIONS, type MappingFile } from './rules.ts';

const DOCS = join(import.meta.dirname, '../../../../../docs/data-team');
const PAGE = ['mappings', 'mapping-values']
  .map((name) => readFileSync(join(DOCS, `${name}.md`), 'utf8'))
  .join('\n');
const FENCE = /```(yaml|csv|json)\n([^]*?)```/g;
/** Files that an example refers to: ```` ```csv countries.csv ````. */
const FILE = /```csv (\S+)\n([^]*?)```/g;

interface Example {
  title: string;
  mapping: string;
  source: { format: string; text: string };
  files: { name: string; text: string }[];
  rows: unknown[];
}

/** The sections that have an example: a mapping, a source, and a line of JSON for each of its rows. */
const EXAMPLES = PAGE.split(/^## /m)
  .slice(1)
  .flatMap((section): Example[] => {
    const [mapping, source, result] = [...section.matchAll(FENCE)];
    if (!mapping) return [];
    const files = [...section.matchAll(FILE)].map(([, name, text]) => ({ name: name!, text: text! }));
    return [
      {
        title: section.split('\n', 1)[0]!,
        files,
        mapping: mapping[2]!,
        source: { format: source![1]!, text: source![2]! },
        rows: result![2]!
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
      },
    ];
  });

describe('docs/data-team/mappings.md and mapping-values.md', () => {
  let folder: Folder;
  beforeAll(() => {
    folder = temporaryFolder();
  });
  afterAll(() => folder.remove());

  it.each(EXAMPLES)(
    'shows the records that its rows produce: $title',
    async ({ mapping, source, files, rows }) => {
      for (const { name, text } of files) folder.write(name, text);
      const path = folder.write(`table.${source.format}`, source.text);
      const kind = findKind((parse(mapping) as MappingFile).kind)!;
      const read = await recordsOf(kind, [path], { mapping: folder.write('m.yaml', mapping) });
      const made = read.map((each) => {
        if ('reason' in each) return { rejected: each.reason };
        if (!('record' in each)) throw new Error('no row');
        // The ways in which a row may match are in docs/data-team/companies.md.
        const { match: _, ...record } = each.record as Record<string, unknown>;
        return { ...record, ...(each.warnings.length > 0 && { warnings: each.warnings }) };
      });
      expect(JSON.parse(JSON.stringify(made))).toEqual(rows);
    },
  );

  it('has an example of every rule and every key', () => {
    const mappings = EXAMPLES.map(({ mapping }) => mappingFile.parse(parse(mapping)));
    const rules = mappings.flatMap(({ fields }) => Object.values(fields));
    const all = rules.flatMap((rule) => ('first_of' in rule ? [rule, ...rule.first_of] : [rule]));
    const said = new Set(
      all.flatMap((rule) =>
        Object.entries(rule).flatMap(([key, value]) => (value === undefined ? [] : [key])),
      ),
    );
    expect([...said].sort()).toEqual([...FORMS, ...OPTIONS].sort());
    expect(rules.flatMap(columnsOf).some((column) => column.startsWith('../'))).toBe(true);
    const keys = new Set(mappings.flatMap((each) => Object.keys(each)));
    for (const key of Object.keys(mappingFile.shape)) expect(PAGE).toContain(`| \`${key}\``);
    expect([...keys].sort()).toEqual(['clean', 'fields', 'kind', 'on_error', 'reject', 'rows']);
  });
});
