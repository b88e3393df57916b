import { describe, expect, it } from '@jest/globals';
import { findingsOf } from './lint.ts';
import { phrases } from './phrases.ts';

const found = (path: string, content: string, comments = false) =>
  findingsOf(path, content, comments).map(({ line, found }) => `${line} ${found}`);

/** A sentence that each phrase finds, and what to write instead, in the order of the phrases. */
const SENTENCES: [bad: string, good: string][] = [
  ['The command tells which rows were rejected.', 'The command prints the rejected rows.'],
  [
    'The message says which rows are wrong.',
    'The message names the wrong rows. The specification says that dates are inclusive.',
  ],
  ['It speaks of rows.', 'It describes rows. It speaks HTTP.'],
  [
    'The key stands in the header.',
    'The key is in the header. CIK stands for Central Index Key. The standby index is a stand-alone file.',
  ],
  ['The folder holds the mappings.', 'The folder contains the mappings. The load holds the writer lock.'],
  ['It is held to its schema.', 'It is checked against its schema.'],
  ['The record is gone.', 'The record is deleted. 410 Gone.'],
  ['What it no longer has.', 'Rows missing from it.'],
  ['The index beside the other.', 'The standby index.'],
  ['Mend the file.', 'Fix the file. Amend the filing.'],
  ['The index of now.', 'The current index. One of nowhere.'],
  ['Names of fields that there are not.', 'Unknown fields. The report shows that there are no rejects.'],
  ['A field that is not there.', 'An unknown field.'],
  ['Whoever calls it.', 'If you call it.'],
  ['For who cannot see.', 'For users who cannot see.'],
  ['An index says whose it is.', 'The index records the database it belongs to.'],
  ['Called wrongly.', 'Usage error.'],
  ['A list is given by each.', 'Each returns a list. Set a given name.'],
  ['The list gives the ids.', 'The list returns the ids. The client gives up.'],
  ['It takes only dates.', 'It accepts only dates. It takes 3 seconds and takes effect after a restart.'],
  [
    'The API refuses a page_size of 51.',
    'The API rejects a page_size of 51. It refuses to start. Connection refused. The load was refused.',
  ],
  ['It passes over blanks.', 'It skips blanks.'],
  ['A key that ends. It ends with 3.', 'A key that expires. It exits with 3. The name ends with a dot.'],
  ['Build it anew.', 'Build it again.'],
  ['It fails in silence.', 'It fails silently.'],
  ['Of that what was read.', 'Of the rows read.'],
  ['A line to paste.', 'A curl example.'],
  ['Another than the last.', 'Other than the last.'],
  ['Those that have a name.', 'The rows that have a name.'],
  ['It is not heeded.', 'It is ignored.'],
  ['What became of a row.', 'The result of a row. A row becomes an event.'],
  ['It leads nowhere.', 'It matches nothing.'],
  ['Bring them in with ingest index.', 'Index them with ingest index. Bring the API up.'],
  ['In the place of the old.', 'Instead of the old.'],
  ['Everything that is its own.', 'The record and its children. A file of its own.'],
  ['Fails with a sentence.', 'Fails with an error.'],
  ['It finds no fault.', 'It reports no differences.'],
  ['The list wants a range.', 'The list requires a range.'],
  ['When it is asked for.', 'On request.'],
  ['What is loaded waits.', 'Loaded rows wait.'],
  ['It is that of another.', 'It belongs to another.'],
];

describe('the list of banned phrases', () => {
  it.each(SENTENCES.map((each, i) => [...each, i] as const))(
    'finds "%s" and accepts "%s"',
    (bad, good, i) => {
      expect([...bad.matchAll(phrases[i]!.pattern)]).not.toEqual([]);
      expect(found('page.md', good)).toEqual([]);
    },
  );

  it('has example sentences for every phrase', () => expect(SENTENCES).toHaveLength(phrases.length));
});

describe('the word linter', () => {
  it('reads the prose of a page and skips code, addresses and code blocks', () => {
    const page = 'It `stands` at\n[there](https://example.com/told).\n\n```sh\ntells\n```\n\nIt is\ntold.\n';
    expect(found('page.md', page)).toEqual(['9 told']);
  });

  it('finds a phrase that runs over a line break', () => {
    expect(found('page.md', 'a row that is not\nthere')).toEqual(['1 is not there']);
  });

  it('reads literals of source, within templates too, and skips names and comments', () => {
    const code =
      "// It tells.\nconst a = `${b}-beside`, tells = told`a ${tells ? 'or tells' : 'told'}\nstands here`;\nthrow 'It is gone';\n";
    expect(found('a.ts', code)).toEqual(['2 tells', '3 stands', '4 is gone']);
  });

  it('reads comments of source only when asked to', () => {
    const code = '/** What it\n * tells. */\nconst a = 1; // is gone\n';
    expect(found('a.ts', code)).toEqual([]);
    expect(found('a.ts', code, true)).toEqual(['2 tells', '3 is gone']);
  });

  it('reads the comments of YAML and environment files', () => {
    expect(found('a.yaml', 'told: 1 # is told\n')).toEqual(['1 told']);
    expect(found('.env.example', '# A key that ends.\nKEY=1\n')).toEqual(['1 key that ends']);
  });
});
