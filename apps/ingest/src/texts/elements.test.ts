import { describe, expect, it } from '@jest/globals';
import { readElements } from './elements.ts';
import { htmlTree, markdownTree } from './markdown.ts';

const fromMarkdown = (markdown: string) => readElements(markdownTree(markdown)).elements;
const fromHtml = (html: string) => readElements(htmlTree(html)).elements;
const inShort = (elements: ReturnType<typeof fromHtml>) =>
  elements.map((element) => [element.type, 'text' in element ? element.text : element.url]);

describe('elements of Markdown and HTML', () => {
  it('assigns a type to every kind of text', () => {
    const markdown =
      '# One\n\ntext\n\n###### Six\n\n- a\n  - b\n\n1. c\n\n> said\n> ## by\n\n```js\nlet a;\n\n b\n```\n';
    expect(inShort(fromMarkdown(markdown))).toEqual([
      ['heading1', 'One'],
      ['paragraph', 'text'],
      ['heading6', 'Six'],
      ['list_item', 'a'],
      ['list_item', 'b'],
      ['ordered_list_item', 'c'],
      ['quote', 'said'],
      ['quote', 'by'],
      ['code', 'let a;\n\n b'],
    ]);
  });

  it('collapses white space as HTML does, and reads a hard break as a newline', () => {
    expect(inShort(fromMarkdown('one\n  two \t three  \nfour<br>\nfive\n'))).toEqual([
      ['paragraph', 'one two three\nfour\nfive'],
    ]);
    expect(inShort(fromHtml('<p>\n a <b> b</b>\n</p><p> &nbsp; </p>'))).toEqual([['paragraph', 'a b']]);
  });

  it('keeps a list item of several paragraphs as one item', () => {
    expect(inShort(fromMarkdown('1. one\n\n   more\n\n   - inner\n\n   after\n2. two\n'))).toEqual([
      ['ordered_list_item', 'one\nmore'],
      ['list_item', 'inner'],
      ['paragraph', 'after'],
      ['ordered_list_item', 'two'],
    ]);
    expect(inShort(fromHtml('<ul><li><div>one</div><div>more</div></li></ul>'))).toEqual([
      ['list_item', 'one\nmore'],
    ]);
  });

  it('includes the text of containers, but no content that browsers never show', () => {
    const html =
      '<nav>menu</nav><div>loose <span>text</span><section><p>inside</section>after</div><script>x</script><style>y</style><!-- z -->';
    expect(inShort(fromHtml(html))).toEqual([
      ['paragraph', 'loose text'],
      ['paragraph', 'inside'],
      ['paragraph', 'after'],
    ]);
  });

  it('describes an image with its size, sources and caption', () => {
    const [image] = fromHtml(
      '<figure><img src="a.png" width="640" height="50%" alt="alt" title="title" srcset="s.png 320w, m.png 640w, l.png 960w"><figcaption>The <b>caption</b></figcaption></figure>',
    );
    expect(image).toEqual({
      id: 'image-1',
      type: 'image',
      url: 'a.png',
      dimensions: { width: 640, height: null },
      srcset: { small: 's.png', medium: 'm.png', large: 'l.png', original: 'a.png' },
      caption: 'The caption',
    });
    expect(fromMarkdown('![alt](/b.png "title")\n\n![alt](b.png)')).toMatchObject([
      {
        id: 'image-1',
        caption: 'title',
        srcset: { small: '/b.png', medium: '/b.png', large: '/b.png', original: '/b.png' },
      },
      { id: 'image-2', caption: 'alt' },
    ]);
  });

  it('places an image before its line when no word precedes it, else after the line', () => {
    expect(inShort(fromMarkdown('[![a](1.png)](x) some ![b](2.png) words'))).toEqual([
      ['image', '1.png'],
      ['paragraph', 'some words'],
      ['image', '2.png'],
    ]);
  });

  it('represents frames and videos as embeds', () => {
    const html =
      '<iframe src="https://a.example/v" title="Film"></iframe><video><source src="film.mp4"></video>';
    expect(fromHtml(html)).toEqual([
      { id: 'embed-1', type: 'embed', url: 'https://a.example/v', caption: 'Film' },
      { id: 'embed-2', type: 'embed', url: 'film.mp4', caption: null },
    ]);
  });

  it('keeps only http, https, mailto and relative URLs, and warns about others', () => {
    const { elements, warnings } = readElements(
      htmlTree(
        '<p><a href="java\nscript:alert(1)">a</a> <a href=" JAVASCRIPT:x">b</a> <a href="mailto:a@b.example">c</a> <a href="/d">d</a> <img src="data:image/png;base64,AA"> <iframe src="javascript:x"></iframe></p>',
      ),
    );
    expect(elements).toEqual([
      {
        type: 'paragraph',
        text: 'a b c d',
        spans: [
          { start: 4, end: 5, type: 'link', data: { url: 'mailto:a@b.example' } },
          { start: 6, end: 7, type: 'link', data: { url: '/d' } },
        ],
      },
    ]);
    expect(warnings).toHaveLength(4);
  });

  it('numbers footnotes in brackets, without backlinks', () => {
    expect(inShort(fromMarkdown('Word.[^1]\n\n[^1]: Note.\n'))).toEqual([
      ['paragraph', 'Word.[1]'],
      ['heading2', 'Footnotes'],
      ['ordered_list_item', 'Note.'],
    ]);
  });
});

describe('tables', () => {
  it('reads a table as rows of text cells with a count of header rows', () => {
    expect(fromMarkdown('| a | **b** |\n|---|---|\n| 1 | two<br>lines |\n')).toEqual([
      {
        id: 'table-1',
        type: 'table',
        text: 'a\tb\n1\ttwo lines',
        rows: [
          ['a', 'b'],
          ['1', 'two\nlines'],
        ],
        header_rows: 1,
      },
    ]);
  });

  it('keeps columns aligned under spans, and drops empty rows and columns', () => {
    const html =
      '<table><tr><th colspan="2">Wide<th>C<td></tr><tr><td rowspan="2">tall<td>b<td>c<td></tr><tr><td>b2<td>c2</tr><tr><td> <td></tr></table>';
    expect(fromHtml(html)).toMatchObject([
      {
        rows: [
          ['Wide', '', 'C'],
          ['tall', 'b', 'c'],
          ['', 'b2', 'c2'],
        ],
        header_rows: 0,
      },
    ]);
  });

  it('does not widen a table with each row of tall cells', () => {
    const row = `<tr>${'<td rowspan="1000" colspan="50">a'.repeat(20)}</tr>`;
    const [table] = fromHtml(`<table>${row.repeat(50)}</table>`);
    // The first row covers a thousand columns in each of the others.
    expect((table as { rows: string[][] }).rows.map((cells) => cells.length)).toEqual(
      Array.from({ length: 50 }, () => 40),
    );
  });

  it('reads layout tables as ordinary text', () => {
    const html = '<table><tr><td><h2>Left</h2>text<td><table><tr><td>x<td>y</table></table>';
    expect(inShort(fromHtml(html))).toEqual([
      ['heading2', 'Left'],
      ['paragraph', 'text'],
      ['table', 'x\ty'],
    ]);
  });
});
