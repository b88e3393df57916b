import { describe, expect, it } from '@jest/globals';
import { documentContent, type Span } from '@dossier/shared';
import fc from 'fast-check';
import { convertMarkdown } from './convert.ts';
import { readElements } from './elements.ts';
import { markdownTree } from './markdown.ts';
import { cutSections, joinSections } from './sections.ts';

type Inline = { type: 'text'; words: string[] } | { type: Span['type']; children: Inline[] };

const word = fc.stringMatching(/^[a-zé]{1,4}(😀[a-z])?$/u).filter((text) => text !== '');
const leaf: fc.Arbitrary<Inline> = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .map((words) => ({ type: 'text', words }));

/** Inline trees without a mark inside another of its type, which Markdown cannot express. */
function tree(allowed: Span['type'][], depth: number): fc.Arbitrary<Inline> {
  if (depth === 0 || allowed.length === 0) return leaf;
  const marked = allowed.map((type) => {
    const inside =
      type === 'code'
        ? leaf
        : tree(
            allowed.filter((each) => each !== type),
            depth - 1,
          );
    const maxLength = type === 'code' ? 1 : 3;
    return fc.array(inside, { minLength: 1, maxLength }).map((children): Inline => ({ type, children }));
  });
  return fc.oneof(leaf, ...marked);
}

/** Writes a tree as Markdown, with any number of blanks and line ends between words. */
function write(node: Inline, gap: string): string {
  if (node.type === 'text') return node.words.join(gap);
  const inner = node.children.map((child) => write(child, gap)).join(gap);
  const around: Record<Span['type'], [string, string]> = {
    strong: ['**', '**'],
    emphasis: ['_', '_'],
    code: ['`', '`'],
    link: ['[', '](https://example.com/a)'],
  };
  const [before, after] = around[node.type];
  return `${before}${inner}${after}`;
}

const textOf = (node: Inline): string =>
  node.type === 'text' ? node.words.join(' ') : node.children.map(textOf).join(' ');
const marksOf = (node: Inline): [string, string][] =>
  node.type === 'text' ? [] : [[node.type, textOf(node)], ...node.children.flatMap(marksOf)];

describe('spans', () => {
  it('measures spans in UTF-16 code units, over exactly the marked text', () => {
    const line = fc.array(tree(['strong', 'emphasis', 'code', 'link'], 3), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(line, fc.constantFrom(' ', '  ', '\n', ' \n'), (nodes, gap) => {
        const markdown = nodes.map((node) => write(node, gap)).join(gap);
        const [element, ...more] = readElements(markdownTree(markdown)).elements;
        expect(more).toEqual([]);
        if (!element || !('spans' in element)) throw new Error('no text');
        expect(element.text).toBe(nodes.map(textOf).join(' '));
        const found = element.spans.map(({ start, end, type }) => [type, element.text.slice(start, end)]);
        expect(found.sort()).toEqual(nodes.flatMap(marksOf).sort());
        for (const span of element.spans) expect(span.data !== undefined).toBe(span.type === 'link');
      }),
      { numRuns: 300 },
    );
  });

  it('keeps spans of adjacent marks adjacent and spans of nested marks nested', () => {
    const [element] = readElements(markdownTree('**a _b_**`c`<b>d</b><i>e</i>')).elements;
    expect(element).toEqual({
      type: 'paragraph',
      text: 'a bcde',
      spans: [
        { start: 0, end: 3, type: 'strong' },
        { start: 2, end: 3, type: 'emphasis' },
        { start: 3, end: 4, type: 'code' },
        { start: 4, end: 5, type: 'strong' },
        { start: 5, end: 6, type: 'emphasis' },
      ],
    });
  });

  it('creates only valid spans, in bounds and without blank ends, for any source', () => {
    const piece = fc.constantFrom(
      ...[
        '**',
        '_',
        '`',
        '```\n',
        '[',
        '](',
        '](x)',
        '![',
        ')',
        '<b>',
        '</b>',
        '<p>',
        '<table><tr><td>',
        '</td>',
      ],
      ...['\n', '\n\n', '    ', '- ', '> ', '# ', '## ', '|', '|-|\n', '<img src=a>'],
      ...['{{', '}}', 'word', ' ', '&amp;', '😀', '\u00a0', '<figure>', '</figure>', '<br>', '1. ', '<pre>'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const converted = convertMarkdown(pieces.join(''));
        if ('reason' in converted) throw new Error(converted.reason);
        const content = joinSections(cutSections(converted.elements, 'Title'));
        expect(documentContent.parse(content)).toEqual(content);
        for (const { elements } of content.sections) {
          for (const element of elements) {
            if (!('spans' in element)) continue;
            expect(element.text).toMatch(/\S/);
            for (const { start, end } of element.spans) {
              expect(end).toBeLessThanOrEqual(element.text.length);
              expect(element.text.slice(start, end)).toMatch(/^[^ \t\n\f\r](.*[^ \t\n\f\r])?$/s);
            }
          }
        }
        expect(new Set(content.sections.map(({ id }) => id)).size).toBe(content.sections.length);
      }),
      { numRuns: 400 },
    );
  });
});
