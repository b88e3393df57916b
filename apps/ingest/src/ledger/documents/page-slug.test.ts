import { describe, expect, it } from '@jest/globals';
import { usualEngines } from '@dossier/store/testing';
import { load, type LoadOptions } from '../../load/load.ts';
import { placeOn } from '../../testing/place.ts';
import { documentKind } from '../../kinds/document/index.ts';

const ACCESSIONS = ['0000000042-03-000007', '0000000042-03-000008'];
/** A report of the day of all the others. */
const report = (words: string) => `<html><body><p>SECURITIES AND EXCHANGE COMMISSION</p><p><b>FORM 8-K</b></p>
  <p>Date of Report (Date of earliest event reported): May 5, 2003</p><p><b>ANVIL WORKS CORP.</b></p>
  <p>(Exact name of registrant as specified in its charter)</p><p><b>Item 5. Other Events</b></p><p>${words}</p></body></html>`;
const submission = (accession: string, words: string) => `<SEC-DOCUMENT>${accession}.txt : 20030507
<SEC-HEADER>
ACCESSION NUMBER:		${accession}
</SEC-HEADER>
<DOCUMENT>
<TYPE>8-K
<TEXT>
${report(words)}
</TEXT>
</DOCUMENT>`;
const page = (title: string, date = '2024-01-01') => `---\ntitle: ${title}\ndate: ${date}\n---\n${title}.\n`;
const SLUG = 'anvil-works-corp-8-k-may-5-2003';

describe.each(usualEngines)('the slugs of pages on %s', (engine) => {
  const place = placeOn(engine, 'statements', 'documents');

  const run = async (names: string[], options: LoadOptions = {}) => {
    const paths = names.map((name) => `${place.folder.path}/${name}`);
    const found = await load({ db: place.db, kind: documentKind, paths, options });
    const { new: added, changed, unchanged, rejected, gone } = found;
    return { added, changed, unchanged, rejected, gone };
  };
  const NONE = { added: 0, changed: 0, unchanged: 0, rejected: 0, gone: 0 };
  const slugs = () => place.db('documents').orderBy('slug').pluck('slug');

  it('keep two reports of a day apart by their accession numbers, in one load and in two', async () => {
    const [first, second] = ACCESSIONS as [string, string];
    place.folder.write(`${first}/report.htm`, report('The forge is sold.'));
    place.folder.write(`${second.replaceAll('-', '')}/report.htm`, report('The works are sold.'));
    expect(await run([first])).toEqual({ ...NONE, added: 1 });
    expect(await slugs()).toEqual([SLUG]);
    expect(await run([second.replaceAll('-', '')])).toEqual({ ...NONE, added: 1 });
    expect(await slugs()).toEqual([SLUG, `${SLUG}-${second}`]);
    // In another order, and from other files, each finds its document.
    const texts = [...ACCESSIONS]
      .reverse()
      .map((each) => place.folder.write(`all/${each}.txt`, submission(each, each)));
    expect(await run(texts.map((path) => path.slice(place.folder.path.length + 1)))).toEqual({
      ...NONE,
      changed: 2,
    });
    expect(await slugs()).toHaveLength(2);
  });

  it('keep reports without an accession number apart by their folders and files', async () => {
    for (const name of ['may/a.htm', 'may/b.htm', 'june/a.htm']) place.folder.write(name, report(name));
    expect(await run(['may'])).toEqual({ ...NONE, added: 2 });
    expect(await run(['june'])).toEqual({ ...NONE, added: 1 });
    expect(await slugs()).toEqual([SLUG, `${SLUG}-june-a`, `${SLUG}-may-b`]);
    expect(await run(['june', 'may'])).toEqual({ ...NONE, unchanged: 3 });
  });

  it('end with the folder if another file has the name, and stay the same afterwards', async () => {
    place.folder.write('a/cover.md', page('Anvils'));
    place.folder.write('b/cover.md', page('Bellows'));
    expect(await run([''])).toEqual({ ...NONE, added: 2 });
    expect(await slugs()).toEqual(['cover', 'cover-b']);
    expect(await run(['b'])).toEqual({ ...NONE, unchanged: 1 });
    place.folder.write('c/cover.md', page('Chisels'));
    expect(await run(['c', 'b', 'a'])).toEqual({ ...NONE, added: 1, unchanged: 2 });
    // An unreadable page still names its document.
    place.folder.write('b/cover.md', '---\ntitle: [\n---\nx');
    const full = { full: true, maxErrors: { percent: 100 }, maxDeletes: { percent: 100 } };
    expect(await run([''], full)).toEqual({ ...NONE, unchanged: 2, rejected: 1 });
    expect(await slugs()).toEqual(['cover', 'cover-b', 'cover-c']);
  });

  it('stay when a page moves to another folder or has a new title in its own', async () => {
    place.folder.write('2023/cover.md', page('Anvils'));
    await run(['2023']);
    place.folder.write('2024/cover.md', page('Anvils').replace('Anvils.', 'More anvils.'));
    expect(await run(['2024'])).toEqual({ ...NONE, changed: 1 });
    place.folder.write('2024/cover.md', page('Anvils and more'));
    expect(await run(['2024'])).toEqual({ ...NONE, changed: 1 });
    expect(await slugs()).toEqual(['cover']);
  });

  it('are rejected as duplicates if the pages state them or are in one folder', async () => {
    const own = page('Anvils').replace('---\n', '---\nslug: anvils\n');
    for (const name of ['a/one.md', 'b/two.md']) place.folder.write(name, own);
    place.folder.write('c/2024-01-01-same.md', page('One'));
    place.folder.write('c/2024-02-01-same.md', page('Two'));
    expect(await run([''])).toEqual({ ...NONE, added: 2, rejected: 2 });
  });
});
