import { describe, expect, it } from '@jest/globals';
import { highlight } from './highlight.ts';

const content = (text: string, ...terms: string[][][]) => highlight('', [{ title: '', text }], terms).content;

describe('highlighting', () => {
  it('marks words as written, and nothing inside other words', () => {
    expect(content('Société, societal & SOCIÉTÉ.', [['societe']])).toBe(
      '<em>Société</em>, societal &amp; <em>SOCIÉTÉ</em>.',
    );
  });

  it('marks a phrase once, with the characters between its words', () => {
    expect(content('An e-commerce "e" & commerce', [['e', 'commerce']])).toBe(
      'An <em>e-commerce</em> &quot;<em>e&quot; &amp; commerce</em>',
    );
  });

  it('marks the ending of a possessive with the word', () => {
    expect(content("At Stripe's, Stripe’s and Stripe", [['stripe']])).toBe(
      'At <em>Stripe&#39;s</em>, <em>Stripe’s</em> and <em>Stripe</em>',
    );
  });

  it('merges overlapping matches into one mark', () => {
    expect(content('a b c d', [['a', 'b']], [['b', 'c']], [['b']])).toBe('<em>a b c</em> d');
  });

  it.each([
    ['company', 'The COMPANIES grow.', 'The <em>COMPANIES</em> grow.'],
    ['tax', 'Taxes.', '<em>Taxes</em>.'],
    ['movy', 'A movie', 'A <em>movie</em>'],
    ['cach', 'Caches', '<em>Caches</em>'],
    ['a', 'A b', '<em>A</em> b'],
    ['strasse', 'Straße', '<em>Straße</em>'],
    ['2024', 'In 2024.', 'In <em>2024</em>.'],
    ['constructor', 'A Constructor', 'A <em>Constructor</em>'],
  ])('marks %s in every spelling', (token, text, expected) => {
    expect(content(text, [[token]])).toBe(expected);
  });

  it('marks every alternative of a term', () => {
    expect(content('market marked', [['market'], ['marked']])).toBe('<em>market</em> <em>marked</em>');
  });

  it('prefers the passage with the rarest words, and otherwise the first', () => {
    const passages = [
      { title: '', text: 'the the the of the' },
      { title: '', text: 'the revenue' },
      { title: '', text: 'the revenue again' },
    ];
    expect(highlight('', passages, [[['the']], [['of', 'all']], [['revenue']]]).content).toBe(
      '<em>the</em> <em>revenue</em>',
    );
  });

  it('shows the title of a passage when only the title matches', () => {
    expect(highlight('x', [{ title: 'On Amber', text: 'none' }], [[['amber']]])).toEqual({
      title: 'x',
      content: 'On <em>Amber</em>',
      passage: { title: 'On Amber', text: 'none' },
    });
  });

  it('prefers a passage whose title and text match together', () => {
    const passages = [
      { title: 'Outlook', text: 'Amber, amber and amber.' },
      { title: 'Basalt', text: 'Some amber.' },
    ];
    const { passage, content } = highlight('', passages, [[['amber']], [['basalt']]]);
    expect([passage, content]).toEqual([passages[1], 'Some <em>amber</em>.']);
  });

  it('prefers a passage about a word to a long one that mentions it', () => {
    const filler = 'Nothing of note is said here. '.repeat(40);
    const passages = [
      { title: 'Overview', text: `${filler} Amber. ${filler} Amber. ${filler}` },
      { title: 'Amber', text: 'The price of amber rose.' },
      { title: 'Basalt', text: filler },
    ];
    expect(highlight('', passages, [[['amber']], [['price']]]).passage).toBe(passages[1]);
    expect(highlight('', passages, [[['amber']]]).passage).toBe(passages[1]);
  });

  it('cuts a long text at word boundaries around the matches, and collapses whitespace', () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' \n ');
    const cut = content(`${words(80)} amber\n\nbasalt ${words(80)}`, [['amber']], [['basalt']])!;
    expect(cut).toMatch(/^…word\d+( word\d+)* <em>amber<\/em> <em>basalt<\/em>( word\d+)* word\d+…$/);
    expect(cut.length).toBeLessThan(280);
  });

  it('cuts no character in half', () => {
    const rockets = '🚀'.repeat(60);
    for (const text of [`${'word '.repeat(40)}stripe .${rockets}`, `${rockets}. stripe${' word'.repeat(40)}`])
      for (const more of ['', '.']) expect(content(more + text, [['stripe']])).toMatch(/^\P{Cs}+$/u);
  });

  it('does not cut a text that fits', () => {
    expect(content(`(amber ${'x '.repeat(200)}`, [['amber']])).toMatch(/^\(<em>amber<\/em> x .*…$/);
    expect(content(`${'x '.repeat(200)}amber)`, [['amber']])).toMatch(/^…x .*<em>amber<\/em>\)$/);
  });
});
