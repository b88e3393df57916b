import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { html, page, table, type Column, type Frame } from './index.ts';

const HOSTILE = '"><script>alert(1)</script>\'&';
const frame: Frame = {
  name: 'Acme data',
  home: '/',
  links: [
    { href: '/companies', text: 'Companies' },
    { href: '/docs', text: 'API' },
  ],
};

describe('a page', () => {
  it('has a head, a navigation, and its body in main', () => {
    const { page: text } = page({
      ...{ frame, title: 'Companies', canonical: 'https://acme.example/companies' },
      body: html`<h1>Companies</h1>`,
    });
    expect(text).toMatch(/^<!doctype html>\s*<html lang="en" dir="ltr">/);
    expect(text).toContain('<link rel="canonical" href="https://acme.example/companies" />');
    expect(text).toMatch(/<a href="\/companies">Companies<\/a>/);
    expect(text).toMatch(/<main id="content" tabindex="-1"><h1>Companies<\/h1><\/main>/);
    expect(text).not.toContain('noindex');
  });

  it('allows its own style sheet and no script', () => {
    const parts = { frame, title: 'A', body: html`` };
    const { page: text, policy } = page({ ...parts, styles: 'h1{color:red}' });
    const [, css] = /<style>(.*?)<\/style>/s.exec(text)!;
    const hash = createHash('sha256').update(css!).digest('base64');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
  });

  it('tells search engines to keep no page without a canonical address', () => {
    expect(page({ frame, title: 'A', body: html`` }).page).toContain(
      '<meta name="robots" content="noindex" />',
    );
  });
});

it('a table escapes every text, and names its rows', () => {
  const columns: Column<string>[] = [
    { title: 'Name', kind: 'name', cell: (row) => html`${row}` },
    { title: HOSTILE, kind: 'wide', cell: (row) => html`${row}` },
  ];
  const { text } = table(HOSTILE, columns, [HOSTILE]);
  expect(text).not.toContain('<script');
  expect(text.match(/&quot;&gt;&lt;script&gt;/g)).toHaveLength(4);
  expect(text).toMatch(/<th role="rowheader" scope="row">&quot;/);
});
