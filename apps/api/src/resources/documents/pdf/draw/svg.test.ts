import { describe, expect, it } from '@jest/globals';
import { growth } from '@dossier/shared/testing';
import { isDrawable } from './svg.ts';

const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="x">${inner}</svg>`;

/** Each group shows the one before it ten times: ten levels would draw ten thousand million rectangles. */
const multiplying = (levels: number, times: number, refer: (id: string) => string) =>
  Array.from({ length: levels }, (_, level) =>
    level === 0 ? '<g id="l0"><rect/></g>' : `<g id="l${level}">${refer(`l${level - 1}`).repeat(times)}</g>`,
  ).join('') + refer(`l${levels - 1}`);

describe('an SVG drawing', () => {
  it.each([
    ['plain', svg('<rect/><text>1 &lt; 2</text><path d="M0 0"/>')],
    ['with reused glyphs', svg(`<defs><path id="g"/></defs>${'<use xlink:href="#g"/>'.repeat(3000)}`)],
    ['with a gradient', svg('<linearGradient id="g"/><rect fill="url(#g)"/>')],
    ['with a style sheet', svg('<style>rect{fill:red}</style><rect/>')],
    ['with a missing reference', svg('<use href="#nothing"/>')],
  ])('%s is accepted', (_, text) => {
    expect(isDrawable(text)).toBe(true);
  });

  it.each([
    ['that multiplies nested <use> elements', svg(multiplying(10, 10, (id) => `<use href="#${id}"/>`))],
    ['that multiplies nested patterns', svg(multiplying(10, 10, (id) => `<rect fill="url('#${id}')"/>`))],
    [
      'that multiplies the first of two elements with an id',
      svg(`${multiplying(10, 10, (id) => `<use href="#${id}"/>`)}<g id="l1"/>`),
    ],
    ['that encodes references', svg(multiplying(10, 10, (id) => `<use href="&#35;${id}"/>`))],
    ['that encodes patterns', svg(multiplying(10, 10, (id) => `<rect fill="url(&quot;#${id}&quot;)"/>`))],
    ['that has blanks in references', svg('<g id="a b"><path/></g><use href="#a b"/>')],
    ['that encodes an id', svg('<g id="&#97;"><path/></g><use href="#a"/>')],
    ['that does not separate attributes', svg('<g x="0"id="a"><path/></g>')],
    ['that references itself', svg('<g id="a"><use href="#a"/></g>')],
    [
      'that references itself indirectly',
      svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    ],
    ['with a local file', svg('<image href="/etc/passwd"/>')],
    ['with a local file and a namespace prefix', svg('<svg:image href="/etc/passwd"/>')],
    ['with references in a style sheet', svg('<style>rect{fill:url(#p)}</style>')],
    ['with tags hidden in attributes', svg('<g a="<"><use href="#a"/></g>')],
    ['with entities', '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'],
    ['of two megabytes', svg(' '.repeat(2_000_000))],
  ])('%s is rejected', (_, text) => {
    expect(isDrawable(text)).toBe(false);
  });

  it.each(['<g id="', '<!--', '<g ', "<g a='", '<g id="x">', '<style>', 'url(#', '<g/>', '<g id="a"/>'])(
    'full of %s is checked in linear time',
    (piece) => {
      expect(growth((size) => piece.repeat(size / piece.length), isDrawable)).toBeLessThan(40);
    },
  );
});
