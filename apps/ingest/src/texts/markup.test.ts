import { describe, expect, it } from '@jest/globals';
import { convertMarkdown, plainHtml } from './convert.ts';
import { parseHtmlFile } from '../kinds/document/html-file.ts';

const page = (body: string) => parseHtmlFile(`<title>Page</title><body>${body}</body>`, '2024-01-01-a.html');
const textsOf = (body: string) => {
  const read = page(body);
  if (!('record' in read)) throw new Error(read.reason);
  return read.record.content!.sections!.flatMap(({ elements }) =>
    elements.flatMap((element) => ('text' in element ? [element.text] : [])),
  );
};

/** HTML of a line, and its text. */
const SCRIPTS = [
  ['$1,234<sup>1</sup> million and 10<sup>6</sup> users', '$1,234[1] million and 10⁶ users'],
  ['1,234<sup>a</sup> and 1,234<sup>ii</sup>', '1,234[a] and 1,234[ii]'],
  ['1,234<sup>(1)</sup>, 90<sup>*</sup>', '1,234(1), 90*'],
  ['1,234<sup><a href="#n1">1</a></sup>', '1,234[1]'],
  ['1,234<sup>1,2</sup>', '1,234[1,2]'],
  ['5.5<sup>2</sup>%', '5.5[2]%'],
  ['in 2024<sup>2</sup>', 'in 2024[2]'],
  ['revenue<sup>2</sup>', 'revenue[2]'],
  ['<sup>1</sup>Includes 5', '[1] Includes 5'],
  ['<sup>1</sup> Includes 5', '[1] Includes 5'],
  ['5 km<sup>2</sup>, 30m<sup>3</sup>, x<sup>2</sup>', '5 km², 30m³, x²'],
  ['3 × 10<sup>-6</sup> or 3x10<sup>12</sup>', '3 × 10⁻⁶ or 3x10¹²'],
  ['2<sup>10</sup> of 10<sup>1</sup>', '2¹⁰ of 10[1]'],
  ['E = mc<sup>2</sup>, πr<sup>2</sup>, (a + b)<sup>2</sup>', 'E = mc², πr², (a + b)²'],
  ['$10<sup>2</sup> million, 10<sup>2</sup>%', '$10[2] million, 10[2]%'],
  ['Note 10<sup>3</sup>, May 10<sup>2</sup>, phase 2<sup>3</sup>', 'Note 10[3], May 10[2], phase 2[3]'],
  ['Ca<sup>2+</sup> and log<sub>10</sub>100', 'Ca²⁺ and log[10]100'],
  ['1<sup>1</sup>/<sub>2</sub>% and <sup>3</sup>⁄<sub>4</sub>', '1 1/2% and 3⁄4'],
  ['CO<sub>2</sub>, H<sub>2</sub>O', 'CO2, H2O'],
  ['1,234<sub>1</sub>', '1,234[1]'],
  ['the 21<sup>st</sup> and n<sup>o</sup> 5, M<sup>me</sup> B', 'the 21st and no 5, Mme B'],
  ['Kindle<sup>TM</sup>, Acme<sup>®</sup>', 'Kindle™, Acme®'],
  ['1,234<span style="font-size:6pt;vertical-align:super">1</span>', '1,234[1]'],
  ['1,234<span style="position:relative;top:-3.5pt">1</span>', '1,234[1]'],
  ['1,234<sup><span style="vertical-align:super">1</span></sup>', '1,234[1]'],
  ['1,234<i><sup>1</sup></i>', '1,234[1]'],
] as const;

/** HTML of a line with deletions, insertions and hidden parts, and its text. */
const DELETIONS = [
  ['<s>100</s>90', '90'],
  ['<del>100</del><ins>90</ins>', '90'],
  ['<strike>100</strike> 90', '90'],
  ['<span style="color:red; text-decoration: line-through">100</span>90', '90'],
  ['<span style="text-decoration-line:underline line-through">100</span>90', '90'],
  ['<span hidden>100</span>90', '90'],
  ['<span style="display:none">100</span>90', '90'],
  ['<span style="visibility: collapse">100</span>90', '90'],
] as const;

describe('superscripts, subscripts and deletions', () => {
  it.each([...SCRIPTS, ...DELETIONS])('reads %s as %s, wherever it stands', (html, text) => {
    expect(textsOf(`<p>${html}</p>`)).toEqual([text]);
    expect(textsOf(`<h2>${html}</h2>`)).toEqual([text]);
    expect(textsOf(`<ul><li>${html}</li></ul>`)).toEqual([text]);
    expect(textsOf(`<pre>${html}</pre>`).map((code) => code.trim())).toEqual([text]);
    expect(
      textsOf(`<table><tr><td>x</td><td>${html}</td></tr><tr><td>y</td><td>2</td></tr></table>`),
    ).toEqual([`x\t${text}\ny\t2`]);
    expect(plainHtml(html)).toBe(text);
    const markdown = convertMarkdown(html);
    expect('elements' in markdown && markdown.elements).toMatchObject([
      { text: expect.stringContaining(text) },
    ]);
  });

  it('leaves out the deletions of Markdown, and warns of each deletion', () => {
    expect(convertMarkdown('Price ~~100~~ 90\n\n- ~~all of it~~\n- more')).toMatchObject({
      elements: [{ text: 'Price 90' }, { text: 'more' }],
      warnings: ['deleted text left out', 'deleted text left out'],
    });
    expect(convertMarkdown('5~10 and 7~8')).toMatchObject({ elements: [{ text: '5~10 and 7~8' }] });
    expect(page('<p>90</p><del><p>100</p></del>')).toMatchObject({ warnings: ['deleted text left out'] });
    expect(page('<p>90</p><p hidden>100</p>')).toMatchObject({ warnings: [] });
  });

  it('keeps the footnotes of Markdown apart from numbers', () => {
    const read = convertMarkdown('It earned $1,234[^a] and 10¹.\n\n[^a]: As reported.');
    expect(read).toMatchObject({ elements: [{ text: 'It earned $1,234[1] and 10¹.' }, {}, {}] });
  });
});
