import { describe, expect, it } from '@jest/globals';
import { parseHtmlFile } from './html-file.ts';

const DATE = { date: '2024-01-01' };
const parse = (html: string, name = 'page.html') => {
  const read = parseHtmlFile(html, name, DATE);
  if ('reason' in read) throw new Error(read.reason);
  return { ...read.record, sections: read.record.content!.sections! };
};
const outline = (html: string) =>
  parse(html).sections.map(({ level, title, elements }) => [level, title, elements.length - 1]);

const xbrl = (
  form: string,
  period: string,
) => `<p><ix:nonNumeric name="dei:DocumentType">${form}</ix:nonNumeric>
  <ix:nonNumeric name="dei:EntityRegistrantName">Acme, Inc.</ix:nonNumeric> ${period}</p><p>Text.</p>`;
const ended = (day: string) => `<ix:nonNumeric name="dei:DocumentPeriodEndDate">${day}</ix:nonNumeric>`;

describe('the date of an 8-K', () => {
  it('is the day of its report, and that of another form is not its period', () => {
    expect(parse(xbrl('8-K', ended('July 30, 2023'))).date).toBe('2023-07-30T00:00:00.000Z');
    expect(parse(xbrl('10-Q', ended('July 30, 2023'))).date).toBe('2024-01-01T00:00:00.000Z');
  });

  it.each(['2023-07-30', 'July 30 , 2023', 'Jul. 30th, 2023', '30 July 2023', '07/30/2023', '7/30/23'])(
    'is read from the cover page: %s',
    (day) => {
      const cover = `<p>Securities and Exchange Commission</p><p>Form 8-K</p>
        <p>Date of Report (Date of earliest event reported): ${day}</p>
        <p>Acme, Inc.</p><p>(Exact name of registrant as specified in its charter)</p><p>Text.</p>`;
      expect(parse(cover).date).toBe('2023-07-30T00:00:00.000Z');
      expect(parse(xbrl('8-K', '') + cover).date).toBe('2023-07-30T00:00:00.000Z');
      expect(parse(xbrl('8-K', ended(day))).date).toBe('2023-07-30T00:00:00.000Z');
    },
  );

  it('is the day of filing if the page states none, and never the day of its download', () => {
    const head = `<SEC-HEADER>\nFILED AS OF DATE: 20230801\n</SEC-HEADER>\n<DOCUMENT>\n<TYPE>8-K\n<TEXT>\n`;
    const file = { date: '2024-01-01', isDateOfFile: true };
    const dateOf = (html: string, form = '8-K') => {
      const read = parseHtmlFile(html.replaceAll('8-K', form), 'page.html', file);
      return 'reason' in read ? read.reason : read.record.date;
    };
    expect(dateOf(head + xbrl('8-K', ''))).toBe('2023-08-01T00:00:00.000Z');
    expect(dateOf(head + xbrl('8-K', ended('July 30, 2023')))).toBe('2023-07-30T00:00:00.000Z');
    expect(dateOf(head + xbrl('8-K', ended('July 30, 2023')), '10-Q')).toBe('2023-08-01T00:00:00.000Z');
    expect(dateOf(xbrl('8-K', ''))).toMatch(/^missing date: /);
    expect(dateOf(xbrl('8-K', ended('February 30, 2023')))).toMatch(/^missing date: /);
    expect(dateOf(xbrl('8-K', ''), '10-Q')).toBe('2024-01-01T00:00:00.000Z');
  });
});

describe('an HTML page', () => {
  it('reads title, date, summary, image and URL from the head of an HTML page', () => {
    const head = `<title>Anvils | Acme</title><meta property="og:title" content="Anvils">
      <meta name="description" content="About anvils."><meta property="og:image" content="/a.png">
      <meta property="article:published_time" content="2024-02-03T10:00:00+01:00"><link rel="canonical" href="https://acme.com/anvils">`;
    expect(
      parse(
        `<html><head>${head}</head><body><h2>Why</h2><p>Heavy.</p></body></html>`,
        'x/2020-01-02-anvils.html',
      ),
    ).toMatchObject({
      slug: 'anvils',
      title: 'Anvils',
      date: '2024-02-03T09:00:00.000Z',
      summary: 'About anvils.',
      image: '/a.png',
      web_url: 'https://acme.com/anvils',
      sections: [{ title: 'Why', level: 2, elements: [{ type: 'heading2' }, { type: 'paragraph' }] }],
    });
    expect(parse('<h1>On<br>anvils</h1><p>x', '2020-01-02-anvils.html')).toMatchObject({
      title: 'On anvils',
      date: '2020-01-02T00:00:00.000Z',
    });
    expect(parse('<title>jwn-20230301</title><p>x', 'dull-file.html')).toMatchObject({ title: 'Dull file' });
  });

  it('reads the main part of a page without hidden text, and bold and italic styles as spans', () => {
    const html = `<body><div>Menu</div><main><p style="font-weight:700">Bold</p>
      <p>Some <span style="color:red; font-style: italic">words</span>.</p>
      <div style="display:none">Hidden</div><p hidden>Hidden</p></main><footer>Foot</footer></body>`;
    expect(parse(html).sections[0]!.elements).toEqual([
      { type: 'paragraph', text: 'Bold', spans: [{ start: 0, end: 4, type: 'strong' }] },
      { type: 'paragraph', text: 'Some words.', spans: [{ start: 5, end: 10, type: 'emphasis' }] },
    ]);
  });

  it('accepts XHTML with self-closing elements', () => {
    const html = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head>
      <body><a id="x"/><p>One<br/>two</p><div style='a'/><p>Three</p></body></html>`;
    expect(parse(html).sections[0]!.elements).toMatchObject([{ text: 'One\ntwo' }, { text: 'Three' }]);
  });

  it('rejects a page without text, without a date, or nested too deeply', () => {
    expect(parseHtmlFile('<script>x</script>', 'a.html', DATE)).toMatchObject({
      reason: expect.stringMatching(/^invalid text: /),
    });
    expect(parseHtmlFile('<p>x', 'a.html')).toMatchObject({
      reason: expect.stringMatching(/^missing date: /),
    });
    const deep = `${'<div>'.repeat(50_000)}x`;
    expect(parseHtmlFile(deep, 'a.html', DATE)).toMatchObject({
      reason: expect.stringMatching(/nested too deeply/),
    });
  });
});

const FACTS = `<div style="display:none"><ix:header><ix:hidden>
  <ix:nonNumeric name="dei:DocumentType">10-Q</ix:nonNumeric></ix:hidden></ix:header></div>`;
const bold = (text: string) => `<div><span style="font-weight:700">${text}</span></div>`;
const BREAK = '<hr style="page-break-after:always">';

describe('an SEC filing in HTML', () => {
  const filing = (...parts: string[]) =>
    `<html><body>${FACTS}${bold('FORM 10-Q')}
    <div><ix:nonNumeric name="dei:EntityRegistrantName">Acme, Inc.</ix:nonNumeric>,
    <ix:nonNumeric name="dei:DocumentPeriodEndDate">July 30, 2023</ix:nonNumeric></div>${parts.join('')}</body></html>`;

  it('builds the title from filer, form and period, and reads inline XBRL as text', () => {
    const read = parse(
      filing(bold('Item 1. Legal'), '<p>We owe $<ix:nonFraction name="x">12</ix:nonFraction>.</p>'),
    );
    expect(read).toMatchObject({
      title: 'Acme, Inc.: 10-Q, July 30, 2023',
      slug: 'acme-inc-10-q-july-30-2023',
    });
    expect(JSON.stringify(read.sections)).toContain('We owe $12.');
    expect(JSON.stringify(read.sections)).not.toContain('dei');
  });

  it('creates a section for each part, item and bold line, in any typography', () => {
    const html = filing(
      '<table><tr><td>Item 1.</td><td>Legal</td><td>3</td></tr><tr><td>Item 2.</td><td>Sales</td><td>4</td></tr></table>',
      '<p><a href="#x"><b>Item 1. Legal</b></a></p>',
      bold('PART I &#8211; FINANCIAL INFORMATION'),
      bold('Item&#160;1. Financial Statements.'),
      bold('ACME, INC.'),
      bold('Balance Sheets'),
      bold('(Unaudited)'),
      '<p>As Item 2. says, <b>all is well</b>.</p>',
      '<p><u>Item 2. Sales</u></p><p>Few.</p>',
      '<table><tr><td><b>Item 3.</b></td><td></td><td><b>Risk</b></td></tr></table>',
      '<p>ITEM 4 Controls</p><p>Item 4 is above.</p>',
      bold('PART II'),
      bold('Item 1A. Risk Factors'),
      bold('We sell few anvils, as we have always done:'),
      bold('SIGNATURES'),
    );
    expect(outline(html)).toEqual([
      [1, 'Acme, Inc.: 10-Q, July 30, 2023', 3],
      [1, 'PART I – FINANCIAL INFORMATION', 0],
      [2, 'Item 1. Financial Statements.', 1],
      [3, 'Balance Sheets', 2],
      [2, 'Item 2. Sales', 1],
      [2, 'Item 3. Risk', 0],
      [2, 'ITEM 4 Controls', 1],
      [1, 'PART II', 0],
      [2, 'Item 1A. Risk Factors', 1],
      [1, 'SIGNATURES', 0],
    ]);
  });

  it.each([
    ['one table', '<table><tr><td>CELLS</td></tr></table>', '</td></tr><tr><td>'],
    ['paragraphs of one cell', '<table><tr><td>CELLS</td></tr></table>', ''],
    ['nested tables', '<table><tr><td><table><tr><td>CELLS</td></tr></table></td></tr></table>', ''],
    ['several tables', 'CELLS', ''],
  ])('finds the items in the cells of %s', (_, html, between) => {
    const text = `<p>On May 5, the company sold its forge. ${'The buyer pays in cash. '.repeat(12)}</p>`;
    const cells = [
      `<p><b>Item 2.01 Completion of Acquisition or Disposition of Assets.</b></p>${text}`,
      `<p><b>Item 9.01 Financial Statements and Exhibits.</b></p>${text}`,
    ];
    const tables = cells.map((cell) => `<table><tr><td>${cell}</td></tr></table>`);
    const body = html === 'CELLS' ? tables.join('') : html.replace('CELLS', cells.join(between));
    expect(outline(filing(body)).slice(1)).toEqual([
      [2, 'Item 2.01 Completion of Acquisition or Disposition of Assets.', 1],
      [2, 'Item 9.01 Financial Statements and Exhibits.', 1],
    ]);
  });

  it('finds the items of a table whose rows have a number, a title and a text', () => {
    const long = 'The buyer pays in cash. '.repeat(12);
    const rows = `<tr><td><b>Item 5.02</b></td><td><b>Departure of Directors</b></td></tr>
      <tr><td></td><td>${long}</td></tr>
      <tr><td><b>Item 8.01</b></td><td></td><td><b>Other Events</b></td></tr><tr><td></td><td>None.</td></tr>`;
    expect(outline(filing(`<table>${rows}</table>`)).slice(1)).toEqual([
      [2, 'Item 5.02 Departure of Directors', 1],
      [2, 'Item 8.01 Other Events', 1],
    ]);
  });

  it.each([
    '<b>Item 1A.</b> Risk Factors',
    '<u>Item 1A.</u> Risk Factors',
    '<i>Item 1A. Risk Factors</i>',
    '<b>Item 7.</b> Management’s Discussion and Analysis of Financial Condition',
  ])('reads a title whose number is set apart: %s', (title) => {
    expect(outline(filing(bold('Item 1. Business'), `<p>${title}</p>`)).slice(1)).toEqual([
      [2, 'Item 1. Business', 0],
      [2, title.replaceAll(/<[^>]*>/g, ''), 0],
    ]);
  });

  const MARKET = 'Quantitative and Qualitative Disclosures about Market Risk';
  it.each([
    `<p><b>Item 7A.</b> ${MARKET}</p>`,
    `<p><b>Item 7A.</b></p><p>&nbsp;</p><p>${MARKET}</p>`,
    `<p><b>Item 7A.</b></p><p><b>${MARKET}</b></p>`,
    `<p><b>Item 7A.<br></b>${MARKET}</p>`,
    `<p><b>Item</b> <strong>7A</strong>. <em>${MARKET}</em></p>`,
    `<div><span style="font-weight:700">Item 7A.</span><span style="font-weight:400">&#160;&#160;${MARKET}</span></div>`,
    `<p><font style="font-weight:bold">Item 7A.</font><font> ${MARKET}</font></p>`,
    `<div><div style="display:inline;font-weight:700">Item 7A. </div><div style="display:inline">${MARKET}</div></div>`,
    `<table><tr><td><b>Item 7A.</b></td><td>${MARKET}</td></tr></table>`,
    `<table><tr><td><p><b>Item 7A.</b></p><p>${MARKET}</p></td></tr></table>`,
    `<p><b>Item 7A.</b> ${MARKET}. Rates rise.</p>`,
    `<p><b>Item 7A. ${MARKET}.</b> Rates rise.</p>`,
    `<p><b>Item 7A.</b></p><p>${MARKET}. Rates rise.</p>`,
  ])('joins the number of an item with its title in normal weight: %s', (line) => {
    const found = outline(filing(bold('Item 2. Properties'), line, '<p>We owe little.</p>')).slice(1);
    expect(found).toEqual([
      [2, 'Item 2. Properties', 0],
      [2, `Item 7A. ${MARKET}`, line.includes('Rates') ? 2 : 1],
    ]);
  });

  it.each(['None.', 'Overview', 'We make anvils.'])('keeps a number alone before a text: %s', (text) => {
    expect(outline(filing('<p><b>Item 4.</b></p>', `<p>${text}</p>`)).slice(1)).toEqual([[2, 'Item 4.', 1]]);
    expect(outline(filing('<p><b>Item 7A.</b> Not applicable.</p>')).slice(1)).toEqual([[2, 'Item 7A.', 1]]);
  });

  it.each([
    'See Item 1A',
    'See “Item 1A. Risk Factors.”',
    'See accompanying notes to the financial statements.',
    'Refer to Item 7',
    'Please refer to Part II, Item 8',
    'Part II, Item 8',
    'Part I, Item 1A, “Risk Factors”',
    'Item 1A of Part I',
    'Item 8, Note 3',
    'Items 7 and 8',
    'Note 3 to Item 8',
    'Information required by Item 10',
  ])('leaves a reference in bold in its section: %s', (text) => {
    const lines = [
      `<p><b>${text}</b></p>`,
      `<p><strong><font>${text}</font></strong></p>`,
      `<div><div style="display:inline">For risks, </div><div style="display:inline"><b>${text}</b></div></div>`,
      `<table><tr><td><b>${text}</b></td></tr></table>`,
      `<ul><li><b>${text}</b></li></ul>`,
    ];
    for (const line of lines)
      expect(outline(filing(bold('Item 2. Properties'), line)).slice(1)).toEqual([
        [2, 'Item 2. Properties', 1],
      ]);
  });

  it.each(['<b>Item 1A.</b> Risk Factors 12', 'Item 1A. Risk Factors', '<b>Item 1A</b> lists our risks.'])(
    'leaves a sentence or a line of contents in its section: %s',
    (line) => {
      expect(outline(filing(bold('Item 1. Business'), `<p>${line}</p>`)).slice(1)).toEqual([
        [2, 'Item 1. Business', 1],
      ]);
    },
  );

  it.each([
    ['Item 1C.', 'Cybersecurity'],
    ['Item 6.', '[Reserved]'],
    ['Item 16K.', 'Cybersecurity'],
    ['Part II, Item 8.', 'Financial Statements and Supplementary Data'],
  ])('joins %s with %s in the next line', (number, title) => {
    expect(outline(filing(bold(number), `<p>${title}</p>`)).slice(1)).toEqual([[2, `${number} ${title}`, 0]]);
  });

  it.each([
    'Item 1A - Risk Factors, and elsewhere in this Form 10-K.',
    'Item 7. Management’s Discussion, which is included in this report.',
    'ITEM 1A of this report describes our risks.',
    'Item 1. Business above describes what we make.',
  ])('leaves a sentence about an item in its section: %s', (sentence) => {
    const html = filing(bold('Item 1. Business'), `<p>${sentence}</p>`, bold('Item 2. Properties'));
    expect(outline(html).slice(1)).toEqual([
      [2, 'Item 1. Business', 1],
      [2, 'Item 2. Properties', 0],
    ]);
    const set = filing(bold('Item 1. Business'), `<p><u>${sentence}</u></p>`);
    expect(outline(set).slice(1)).toEqual([[2, 'Item 1. Business', 1]]);
  });

  it.each([
    'Items 1 and 2. Business and Properties',
    'Item 1A — Risk Factors',
    'Item&nbsp;9C. Disclosure Regarding Foreign Jurisdictions that Prevent Inspections',
    'ITEM1B. UNRESOLVED STAFF COMMENTS',
    'Item No. 3. Legal Proceedings',
    'Item 7(A). Quantitative and Qualitative Disclosures',
    'Item 7 A. Quantitative and Qualitative Disclosures',
    'PART II, ITEM 1. LEGAL PROCEEDINGS',
    'PART I – Item 2. Management’s Discussion and Analysis',
    'Item 5. Market for our common equity and its holders',
  ])('heads an item by %s', (title) => {
    expect(outline(filing(bold(title))).slice(1)).toEqual([[2, title.replace('&nbsp;', ' '), 0]]);
  });

  it('skips page headers and footers', () => {
    const page = (number: number) =>
      `<p>Words of page ${'abcdef'[number]}.</p><div>Acme | ${number}</div>${BREAK}<div><a href="#toc">Table of Contents</a></div>`;
    const html = filing(bold('Item 1. All'), ...[0, 1, 2, 3, 4].map(page), '<p>The end.</p>');
    const texts = parse(html)
      .sections.at(-1)!
      .elements.map((element) => 'text' in element && element.text);
    expect(texts.slice(1)).toEqual([
      'Words of page a.',
      'Words of page b.',
      'Words of page c.',
      'Words of page d.',
      'Words of page e.',
      'The end.',
    ]);
  });
});
