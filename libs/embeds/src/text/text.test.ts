import { describe, expect, it } from '@jest/globals';
import { character } from '@dossier/shared/testing/text';
import fc from 'fast-check';
import { escapeMarkup, linkAddress, ownPath, plainText } from './text.ts';

describe('text from data', () => {
  it('becomes one line without control characters, overrides of direction and lone surrogates', () => {
    expect(plainText('  a\u0000b\n c\u202ed\u2066e\u2029f \ud800\uffff\ufffe')).toBe('a b c d e f \ufffd');
  });
  it('keeps every script, joiners and emoji', () => {
    for (const name of ['شركة الروبوتات', '株式会社', 'नमस्ते', '👩‍🚀 Ltd', 'می\u200cخواهم'])
      expect(plainText(name)).toBe(name);
  });
  it('is cut between characters', () => {
    expect(plainText('😀'.repeat(300), 10)).toBe(`${'😀'.repeat(9)}…`);
    expect(plainText('W'.repeat(10_000))).toHaveLength(300);
  });
  it('is never longer than asked and never opens markup once escaped', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: character, maxLength: 400 }),
        fc.integer({ min: 1, max: 200 }),
        (text, most) => {
          expect([...plainText(text, most)].length).toBeLessThanOrEqual(most);
          expect(escapeMarkup(text)).not.toMatch(/[<>"']/);
        },
      ),
    );
  });
});

describe('a link', () => {
  it.each([
    ['https://news.example/a?b=c#d', 'https://news.example/a?b=c#d'],
    ['http://news.example', 'http://news.example/'],
    ['HTTPS://news.example/"x', 'https://news.example/%22x'],
  ])('may lead to %s', (text, href) => expect(linkAddress(text)).toBe(href));

  it.each([
    'javascript:alert(1)',
    ' \u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x.example/1',
    '//news.example',
    '/path',
    '',
    'https://bank.example@evil.example/',
    'https://user:word@evil.example/',
  ])('may not lead to %j', (text) => expect(linkAddress(text)).toBeUndefined());
});

describe('a logo', () => {
  it('is shown from this service only', () => {
    expect(ownPath('/logos/acme.png')).toBe('/logos/acme.png');
    for (const other of [
      null,
      'https://x.example/a.png',
      '//x.example/a.png',
      '/\\x.example',
      'data:image/png;base64,',
      '',
    ])
      expect(ownPath(other)).toBeUndefined();
  });
});
