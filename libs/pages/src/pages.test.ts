import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { checks, column, html, input, page, select, table, type Frame } from './index.ts';

const HOSTILE = '"><script>alert(1)</script>\'&';
const frame: Frame = {
  name: 'Acme data',
  home: '/',
  search: '/search',
  links: [
    { href: '/companies', text: 'Companies' },
    { href: '/docs', text: 'API' },
  ],
};

describe('a page', () => {
  it('has a head, a search box, a navigation, and its body in main', () => {
    const { page: text } = page({
      ...{ frame, title: 'Companies', canonical: 'https://acme.example/companies', current: '/companies' },
      body: html`<h1>Companies</h1>`,
    });
    expect(text).toMatch(/^<!doctype html>\s*<html lang="en" dir="ltr">/);
    expect(text).toContain('<link rel="canonical" href="https://acme.example/companies" />');
    expect(text).toContain('<form role="search" action="/search">');
    expect(text).toMatch(/<a href="\/companies" aria-current="page">Companies<\/a>/);
    expect(text).toMatch(/<main id="content" tabindex="-1"><h1>Companies<\/h1><\/main>/);
    expect(text).not.toContain('noindex');
  });

  it('allows its own style sheet and no script, unless it has one', () => {
    const parts = { frame, title: 'A', body: html`` };
    const { page: text, policy } = page({ ...parts, styles: 'h1{color:red}' });
    const [, css] = /<style>(.*?)<\/style>/s.exec(text)!;
    const hash = createHash('sha256').update(css!).digest('base64');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    );
    const scripted = page({ ...parts, script: '/site.js' });
    expect(scripted.policy).toContain("script-src 'self'; connect-src 'self'");
    expect(scripted.page).toContain('<script type="module" src="/site.js"></script>');
  });

  it('tells search engines to keep no page without a canonical address', () => {
    expect(page({ frame, title: 'A', body: html`` }).page).toContain(
      '<meta name="robots" content="noindex" />',
    );
  });
});

describe('tables and forms', () => {
  it('escape every text', () => {
    const hostile = {
      ...column.wide<string>(HOSTILE, (row) => row),
      sort: { href: HOSTILE, direction: 'descending' as const },
    };
    const all = html`${table(HOSTILE, [HOSTILE], [hostile], { scrolls: true })}
    ${input({ name: 'a', label: HOSTILE, value: HOSTILE, hint: HOSTILE, problem: HOSTILE })}
    ${select({ name: 'b', label: HOSTILE, choices: [{ value: HOSTILE, text: HOSTILE }] })}
    ${checks('c', HOSTILE, [{ value: HOSTILE, text: HOSTILE, checked: true }])}`;
    expect(all.text).not.toContain('<script');
    expect(all.text.match(/&quot;&gt;&lt;script&gt;/g)).toHaveLength(16);
  });

  it('name the column of the order, and connect a field with its problem', () => {
    const name = column.name('Name', (row: string) => row);
    const sorted = table(
      'Companies',
      ['Acme'],
      [{ ...name, sort: { href: '?sort=name', direction: 'ascending' } }],
    ).text;
    expect(sorted).toContain('aria-sort="ascending"');
    expect(sorted).toMatch(/<th role="rowheader" scope="row">Acme<\/th>/);
    expect(input({ name: 'year', label: 'Year', problem: 'Not a year.' }).text).toMatch(
      /aria-invalid="true"\s+aria-describedby="year-error"/,
    );
  });

  it('show the title of each cell, and no table without rows', () => {
    const columns = [
      column.name('Name', (row: string) => row),
      column.number('Letters', (row: string) => row.length),
    ];
    expect(table('Names', ['Acme'], columns).text).toMatch(/<td .*data-title="Letters">4<\/td>/);
    expect(table('Names', ['Acme'], columns, { labelled: false }).text).not.toContain('data-title');
    expect(table('Names', [], columns).text).toBe('');
  });
});
