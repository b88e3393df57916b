import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deadLinks, parsePage, wordsOf } from './page.ts';
import { openFolder, runPage } from './run-page.ts';

const fence = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\`\n`;
const page = (...blocks: string[]) => parsePage('docs/page.md', blocks.join('\nText.\n\n'));

describe('running a documentation page', () => {
  let folder: ReturnType<typeof openFolder>;
  beforeAll(() => {
    folder = openFolder();
  });
  afterAll(() => folder.close());

  it('leaves the page unchanged when the commands print what it shows', async () => {
    const right = page(
      fence('csv feed/a.csv', 'a,b\n1,2'),
      fence('sh', 'export WORD="two words"\ncat feed/a.csv'),
      fence('text', 'a,b\n1,2'),
      fence('sh', 'echo "$WORD" \\\n  | tr w W'),
      fence('text', 'tWo Words'),
      fence('sh', 'echo \'{"a": {"b": 1, "c": 2}}\''),
      fence('json', '{ "a": { "b": 1 } }'),
      fence('sh', 'false # exit code 1'),
      fence('sh', 'echo took 3.5 s at 2026-01-02 03:04:05'),
      fence('text', 'took 0.1 s at 2025-11-12 13:14:15'),
    );
    expect(await runPage(right, {})).toBe(right.text);
  });

  it('replaces wrong output and exit codes with the real ones', async () => {
    const wrong = page(
      fence('sh', 'echo one; exit 3'),
      fence('text', 'two'),
      fence('sh', 'true # exit code 1'),
      fence('sh', 'echo \'{"a":1}\''),
      fence('json', '{ "a": 2 }'),
    );
    expect(await runPage(wrong, {})).toBe(
      page(
        fence('sh', 'echo one; exit 3 # exit code 3'),
        fence('text', 'one'),
        fence('sh', 'true'),
        fence('sh', 'echo \'{"a":1}\''),
        fence('json', '{"a":1}'),
      ).text,
    );
  });

  it('runs the commands of ingest, with files of the repository and standard input', async () => {
    const company = '{ "domain": "acme.example", "name": "Acme", "type": "private" }';
    const right = page(
      fence('json companies.ndjson', company),
      fence('sh', 'npm run --silent ingest -- load companies - --json < companies.ndjson'),
      fence('json', '{ "read": 1, "new": 1, "seconds": 99 }'),
      fence(
        'sh',
        'npm run ingest -- load companies companies.ndjson --mapping tools/missing.yaml # exit code 1',
      ),
    );
    const env = { DATABASE_URL: 'sqlite:page.db', SEARCH_URL: 'sqlite:search.db' };
    expect(await runPage(right, env)).toBe(right.text);
  });
});

describe('the links of a page', () => {
  it('are dead when the file or the heading is missing', () => {
    const text =
      '# A title\n\n[a](#a-title) [b](#b) [c](missing.md) [d](../README.md) [e](https://example.com) `tools/docs` `tools/no.ts`\n';
    expect(deadLinks(parsePage('docs/page.md', text))).toEqual(['#b', 'missing.md', 'tools/no.ts']);
  });

  it('may name headings of the current page, and files that the page writes', () => {
    const text = `[a](../CONTRIBUTING.md) \`tools/x.csv\`\n\n${fence('csv tools/x.csv', 'a')}`;
    expect(deadLinks(parsePage('docs/page.md', text))).toEqual([]);
  });
});

it('the word count of a page excludes its code blocks', () => {
  expect(wordsOf(page('One two.', fence('sh', 'echo three')))).toBe(3);
});
