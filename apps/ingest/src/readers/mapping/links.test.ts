import { afterAll, describe, expect, it } from '@jest/globals';
import { findKind } from '../../kinds/index.ts';
import { temporaryFolder } from '../../testing/files.ts';
import { recordsOf } from '../../testing/read.ts';
import { draftMapping } from '../draft/draft.ts';
import { sampleTable } from '../draft/table.ts';
import { innerAddress } from './links.ts';

const company = findKind('company')!;

describe('a link through another site', () => {
  it.each([
    'https://web.archive.org/web/2019/https://one.example/',
    'https://web.archive.org/web/20190101000000*/https://one.example/about',
    'web.archive.org/web/2019/one.example',
    'https://archive.ph/2020.01.01-120000/https://one.example/',
    'https://archive.is/newest/http://one.example',
    'https://web.archive.org/web/2019/https:/one.example/',
    'http://webcache.googleusercontent.com/search?q=cache:abcdefghijkl:https://one.example/&hl=en',
    'https://one-example.translate.goog/?_x_tr_sl=de',
    'https://translate.google.com/translate?sl=de&u=https%3A%2F%2Fone.example%2F',
    'https://www.google.com/url?sa=t&url=https://one.example/&usg=x',
    'https://l.facebook.com/l.php?u=https%3A%2F%2Fone.example%2F&h=AT0',
    'https://www.linkedin.com/redir/redirect?url=http%3A%2F%2Fone%2Eexample&urlhash=x',
    'https://www.youtube.com/redirect?q=https://one.example',
    'https://duckduckgo.com/l/?uddg=https%3A%2F%2Fone.example%2F',
    'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fone.example%2F&data=04',
    'https://urldefense.com/v3/__https://one.example/__;!!abc$',
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__one.example_&d=x',
    'https://www.google.com/amp/s/one.example/a',
    'https://cdn.ampproject.org/c/s/one.example/a',
    'https://www.linkedin.com/redir/redirect?url=one.example',
    'https://href.li/?https://one.example/',
    'https://web.archive.org/web/2019/https://l.facebook.com/l.php?u=https%3A%2F%2Fone.example',
    'https://proxy.example/https://one.example',
    'one.example',
    'https://www.one.example/about?ref=https://two.example',
    'https://one.example/login?next=https://app.one.example/',
  ])('leads to the inner site: %s', (link) => {
    const found = innerAddress(link);
    expect('address' in found && found.address.replace(/^https?:\/\/(?:www\.)?/, '')).toMatch(
      /^one\.example/,
    );
  });

  it.each([
    'https://login.proxy.library.example/login?url=https://one.test/',
    'https://click.tracker.example/?id=7&to=https%3A%2F%2Fone.test',
  ])('is a problem if the site is not known to lead elsewhere: %s', (link) => {
    expect(innerAddress(link)).toEqual({
      problem: expect.stringMatching(
        /^leads through \S+\.example to one\.test; give the website of the company itself$/,
      ),
    });
  });
});

it('a link to a page about a site has no domain, and a page on a social site keeps its host', () => {
  expect(innerAddress('https://ranks.test/website/acme.com')).toEqual({
    problem: 'leads through ranks.test to acme.com; give the website of the company itself',
  });
  expect(innerAddress('https://www.bing.com/ck/a?u=a1aHR0cHM6')).toEqual({
    problem: 'is a page of www.bing.com about a site; give the website of the company itself',
  });
  for (const page of [
    'https://facebook.com/acme.com',
    'https://acme.com/index.do',
    'https://google.com/about',
  ])
    expect(innerAddress(page)).toEqual({ address: page });
});

describe('the website of a company', () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());
  const load = async (csv: string, mapping: string) => {
    const rows = await recordsOf(company, [folder.write('t.csv', csv)], {
      mapping: folder.write('m.yaml', mapping),
    });
    return rows.map((row) =>
      'record' in row ? (row.record as { domain?: string }).domain : 'reason' in row && row.reason,
    );
  };

  it('is the site that a link through an archive or a tracker leads to', async () => {
    const links = [
      'https://web.archive.org/web/2019/https://one.example/',
      'https://t.example/?to=https://two.test',
    ];
    expect(
      await load(
        ['name,site', ...links.map((link) => `A,${link}`)].join('\n'),
        'kind: company\nfields:\n  name: name\n  domain: { domain_of: site }\n',
      ),
    ).toEqual([
      'one.example',
      'invalid record: domain leads through t.example to two.test; give the website of the company itself ("https://t.example/?to=https://two.test")',
    ]);
  });

  it('is excluded by a draft only if its host has a path, or belongs to several companies', async () => {
    const draft = async (sites: string[]) => {
      const csv = [
        'name,website',
        ...sites.map((site, i) => `${site === 'apple.com' ? 'Apple' : `N${i}`},${site}`),
      ].join('\n');
      const path = folder.write('d.csv', csv);
      const { text } = draftMapping(await sampleTable(path), path);
      return { text, domains: await load(csv, text) };
    };
    const owners = [
      'apple.com',
      'apple.com',
      'google.com',
      'github.com',
      'https://www.linkedin.com/',
      'acme.com',
    ];
    const all = await draft(owners);
    expect(all.text).not.toContain('except');
    expect(all.domains).toEqual([
      'apple.com',
      'apple.com',
      'google.com',
      'github.com',
      'linkedin.com',
      'acme.com',
    ]);
    const pages = await draft([
      'apple.com',
      'github.com',
      'github.com',
      'https://linkedin.com/company/acme',
      'bolt.io',
    ]);
    expect(pages.text).toContain('except: [ github.com, linkedin.com ]');
    expect(pages.text).toContain('# DECIDE: except lists shared hosts');
    expect(pages.domains).toEqual(['apple.com', undefined, undefined, undefined, 'bolt.io']);
  });
});
