import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { callIngest } from '../testing/command.ts';
import { temporaryFolder, type Folder } from '../testing/files.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/ingest.md'), 'utf8');
const [, day] = /^## A day of the data team\n([^]*?)(?=^## )/m.exec(page)!;

/** A block of the page: a file (`csv feed/a.csv`), commands (`sh`), or what the last of them printed (`text`). */
const blocks = [...day!.matchAll(/^```(\w+)(?: (\S+))?\n([^]*?)^```$/gm)].map(([, language, file, text]) => ({
  language: language!,
  file,
  text: text!,
}));
/** `npm run ingest -- load companies feed/a.csv # exit code 3` */
const COMMAND = /^npm run ingest -- (.*?)(?: +# exit code (\d))?$/;

/** Without what differs from run to run: times and durations. */
const settled = (text: string) =>
  text
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '<time>')
    .replace(/\b\d+(?:\.\d+)? s\b/g, '<seconds>')
    .trim();

describe.each(engines)('a day of the data team, as docs/ingest.md tells it, on %s', (engine) => {
  let database: TestDatabase;
  let folder: Folder;
  beforeAll(async () => {
    database = await createTestDatabase(engine, { migrated: false });
    folder = temporaryFolder();
  });
  afterAll(async () => {
    await database.close();
    folder.remove();
  });

  /** The page's files stand in a folder beside the reader; here in one of their own. */
  const call = async (args: string) => {
    const here = args.split(' ').map((arg) => arg.replace(/^feed\//, `${folder.path}/feed/`));
    const env = { DATABASE_URL: database.url, SEARCH_URL: `sqlite:${join(folder.path, 'search.db')}` };
    const { code, stdout, stderr } = await callIngest(here, env);
    return { code, output: `${stdout}${stderr}`.replaceAll(`${folder.path}/`, '') };
  };

  it('goes as it is told: every command, what it prints and its exit code', async () => {
    expect(blocks.filter(({ language }) => language === 'sh').length).toBeGreaterThan(8);
    let printed = '';
    for (const { language, file, text } of blocks) {
      if (file !== undefined) folder.write(file, text);
      else if (language === 'text') expect(settled(printed)).toBe(settled(text));
      else {
        for (const line of text.trim().split('\n')) {
          const [, args, expected = '0'] = COMMAND.exec(line)!;
          const { code, output } = await call(args!);
          expect([line, code, output]).toEqual([line, Number(expected), output]);
          printed = output;
        }
      }
    }
  });
});
