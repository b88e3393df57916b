import { describe, expect, it } from '@jest/globals';
import { convertMarkdown } from './convert.ts';

function read(markdown: string) {
  const converted = convertMarkdown(markdown);
  if ('reason' in converted) throw new Error(converted.reason);
  return {
    elements: converted.elements.map((element) => [
      element.type,
      'text' in element ? element.text : element.url,
      ...('caption' in element ? [element.caption] : []),
    ]),
    links: converted.elements.flatMap((element) =>
      'spans' in element ? element.spans.flatMap(({ data }) => data?.url ?? []) : [],
    ),
    warnings: converted.warnings,
  };
}

describe('what a site generator would have read', () => {
  it.each([
    ['{{< img src="a/b.png" alt="Alt" caption="It" >}}', 'image', 'a/b.png', 'It'],
    ['{{% figure src="https://x.example/y.jpg" %}}', 'image', 'https://x.example/y.jpg', null],
    ['{% image "assets/a.png" "Alt" %}', 'image', 'assets/a.png', 'Alt'],
    ['{% image_with_class "assets/a.png" "width-400" "Alt" %}', 'image', 'assets/a.png', 'Alt'],
    ['{% include "f.html",\n  image: "/a.png",\n  alt: "Alt" %}', 'image', '/a.png', 'Alt'],
    ['{{< youtube id="vOPO2a33Bak" title="T" >}}', 'embed', 'https://www.youtube.com/embed/vOPO2a33Bak', 'T'],
    ['{{ "https://v.example/1" | embed: "T" }}', 'embed', 'https://v.example/1', 'T'],
    ['{{< fb-video "https://f.example/v/1/" >}}', 'embed', 'https://f.example/v/1/', null],
  ])('%s names something to show', (tag, type, url, caption) => {
    const { elements, warnings } = read(`before\n\n${tag}\n**after** it`);
    expect(elements).toEqual([
      ['paragraph', 'before'],
      [type, url, caption],
      ['paragraph', 'after it'],
    ]);
    expect(warnings).toHaveLength(1);
  });

  it.each([
    ['{{< img src="a-key-of-the-site" >}}', 'shortcode "img" removed'],
    ['{{< note >}}kept{{< /note >}}', 'shortcode "note" removed'],
    ['{% comment %}dropped **text**{% endcomment %}', 'Liquid comment removed'],
    ['{{ page.title | upcase }}', 'output removed'],
    ['{: .wide #id}', 'kramdown attributes removed'],
    ['{:toc}', 'kramdown attributes removed'],
  ])('%s is removed, and counted', (tag, warning) => {
    const { elements, warnings } = read(`one ${tag} two`);
    expect(elements).toEqual([['paragraph', tag.includes('kept') ? 'one kept two' : 'one two']]);
    expect(new Set(warnings)).toEqual(new Set([warning]));
  });

  it('keeps addresses that are given, drops links to pages that only the site knows', () => {
    const { elements, links } = read(
      '[a]({{ "/2016/x/" | url }}) [b]({{< ref "b.md" >}}#part "Title \\"x\\"") [c]({{ site.baseurl }}/c) <a href="{{ "/d" | url }}">d</a> ![e]({{ image | url }})',
    );
    expect(elements).toEqual([['paragraph', 'a b c d']]);
    expect(links).toEqual(['/2016/x/', '/c', '/d']);
  });

  it('keeps the words of buttons and quotations', () => {
    const { elements, links } = read(
      '{{< button href="https://a.example/b" text="Go & see" >}}\n\n{{< quote-block text="Said." cite="She" >}}\nAfter',
    );
    expect(elements).toEqual([
      ['paragraph', 'Go & see'],
      ['quote', 'Said. (She)'],
      ['paragraph', 'After'],
    ]);
    expect(links).toEqual(['https://a.example/b']);
  });

  it('removes attributes of headings', () => {
    expect(read('## Title {#id .class}\n\ntext').elements).toEqual([
      ['heading2', 'Title'],
      ['paragraph', 'text'],
    ]);
  });

  it('leaves code alone, but for the marks of raw', () => {
    const source =
      '```\n{{< img src="a.png" >}} {: .x}\n{% raw %}{{ x }}{% endraw %}\n```\n\nand `{{ y }}` too';
    expect(read(source).elements).toEqual([
      ['code', '{{< img src="a.png" >}} {: .x}\n{{ x }}'],
      ['paragraph', 'and {{ y }} too'],
    ]);
  });
});

describe('what older Markdown programs took', () => {
  it.each([
    ['** bold ** text', 'bold text'],
    ['**Term—**word', 'Term—word'],
    ['Read more**** here', 'Read more here'],
    ['see [it](https://a.example/b c)', 'see it'],
    ['[write](mailto: a@b.example)', 'write'],
  ])('%s', (source, text) => {
    expect(read(source)).toMatchObject({ elements: [['paragraph', text]], warnings: [expect.any(String)] });
  });

  it('is left as written when the marks do not pair up, and in code', () => {
    expect(read('2 ** 3 is `a ** b ** c`').elements).toEqual([['paragraph', '2 ** 3 is a ** b ** c']]);
    expect(read('2 ** 3').elements).toEqual([['paragraph', '2 ** 3']]);
  });

  it('is read inside HTML that says so', () => {
    expect(read('<div markdown="1">\n## Head\n**b**\n</div>').elements).toEqual([
      ['heading2', 'Head'],
      ['paragraph', 'b'],
    ]);
  });
});
