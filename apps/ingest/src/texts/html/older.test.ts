import { describe, expect, it } from '@jest/globals';
import type { DocumentInput } from '../../kinds/document/record.ts';
import { parseHtmlFile } from '../../kinds/document/html-file.ts';

const parse = (html: string, file = 'a.htm') => {
  const read = parseHtmlFile(html, file, { date: '2024-01-01' });
  if ('reason' in read) throw new Error(read.reason);
  return read.record as DocumentInput & { content: { sections: { level: number; title: string }[] } };
};
const items = (html: string) =>
  parse(html)
    .content.sections.filter(({ level, title }) => level === 2 || /^part/i.test(title))
    .map(({ title }) => title);

const COVER = `<P ALIGN=CENTER><B>UNITED STATES<BR>SECURITIES AND EXCHANGE COMMISSION</B></P><P>Washington, D.C. 20549</P>
<P><B>FORM 8-K</B></P><P>CURRENT REPORT</P><P>Date of Report (Date of earliest event reported): <U>May 5, 2003</U></P>
<P><FONT SIZE=2><B>ANVIL WORKS CORP.</B></FONT></P><P>(Exact name of registrant as specified in its charter)</P>`;
const page = (...parts: string[]) => `<HTML><BODY>${COVER}${parts.join('\n')}</BODY></HTML>`;
const TEXT = '<P>On May 5, 2003 the company sold its forge to a buyer in Hull for cash.</P>';

describe('a filing in HTML from before inline XBRL', () => {
  it('has a title of company, form and date, and the date of the report', () => {
    expect(parse(page('<P><B>Item 5. Other Events</B></P>', TEXT))).toMatchObject({
      title: 'ANVIL WORKS CORP.: 8-K, May 5, 2003',
      slug: 'anvil-works-corp-8-k-may-5-2003',
      date: '2003-05-05T00:00:00.000Z',
    });
  });

  it.each([
    'Item 1A - Risk Factors, and elsewhere in this Form 10-K.',
    'Item 7. Management’s Discussion and Analysis, which is included in this report.',
    'Item 3. Legal Proceedings above describes our cases.',
  ])('leaves a sentence about an item in its section: %s', (sentence) => {
    const business = '<P><B>Item 1. Business</B></P>';
    const html = page(business, TEXT, `<P>${sentence}</P>`, TEXT, '<P><B>Item 2. Properties</B></P>', TEXT);
    expect(items(html.replace('8-K', '10-K'))).toEqual(['Item 1. Business', 'Item 2. Properties']);
  });

  it.each([
    ['bold', '<P><B>Item 5. Other Events</B></P>', 'Item 5. Other Events'],
    [
      'split across tags',
      '<P><B>Item</B> <B>5.</B>&nbsp;&nbsp;<U>Other Events</U>.</P>',
      'Item 5. Other Events.',
    ],
    [
      'capitals',
      '<P>ITEM 5. OTHER EVENTS AND REGULATION FD DISCLOSURE</P>',
      'ITEM 5. OTHER EVENTS AND REGULATION FD DISCLOSURE',
    ],
    [
      'plain',
      '<P>Item 7. Financial Statements and Exhibits.</P>',
      'Item 7. Financial Statements and Exhibits.',
    ],
    ['two lines', '<P><B>Item 5.</B></P><P><B>Other Events</B></P>', 'Item 5. Other Events'],
    [
      'two lines with a part',
      '<P><B>Part II, Item 5.</B></P><P>Other Events</P>',
      'Part II, Item 5. Other Events',
    ],
    [
      'two lines in a cell',
      '<TABLE><TR><TD><P><B>Item 5.</B><P>Other Events</TD></TR></TABLE>',
      'Item 5. Other Events',
    ],
    ['a line break', '<P>ITEM 5<BR>OTHER EVENTS</P>', 'ITEM 5 OTHER EVENTS'],
    ['two cells', '<TABLE><TR><TD>Item 5.</TD><TD>Other Events</TD></TR></TABLE>', 'Item 5. Other Events'],
    [
      'a dash',
      '<DIV>Item 12 - Results of Operations and Financial Condition</DIV>',
      'Item 12 - Results of Operations and Financial Condition',
    ],
    [
      'a number of 2004',
      '<P>Item 9.01 Financial Statements and Exhibits</P>',
      'Item 9.01 Financial Statements and Exhibits',
    ],
  ])('finds an item in %s', (_, html, title) => expect(items(page(html, TEXT))).toEqual([title]));

  it('splits a title in the next line from its text, and leaves a bold reference in its section', () => {
    const html = page(
      '<P><B>Item 5.</B></P><P>Other Events. On May 5 we sold it.</P>',
      '<P><B>Part II, Item 8</B></P>',
      TEXT,
    );
    expect(items(html)).toEqual(['Item 5. Other Events']);
  });

  it('splits an item from the text in its line, and takes it out of a layout table', () => {
    const runIn = '<P><B>Item 5. Other Events.</B> On May 5, 2003, the company sold its forge.</P>';
    const layout = `<TABLE><TR><TD>Item 7.</TD><TD>Exhibits</TD></TR><TR><TD></TD><TD>A long text about the exhibits of this report.</TD></TR></TABLE>`;
    const sections = parse(page(runIn, layout)).content.sections.slice(-2);
    expect(sections).toMatchObject([
      {
        title: 'Item 5. Other Events',
        elements: [{}, { text: 'On May 5, 2003, the company sold its forge.' }],
      },
      { title: 'Item 7. Exhibits', elements: [{}, {}] },
    ]);
  });

  it('finds the items of a page that is set in one cell, and of a number beside its title and text', () => {
    const long = 'The buyer pays in cash. '.repeat(12);
    const whole = `<P><B>Item 2. Acquisition or Disposition of Assets</B></P><P>${long}</P><P>Item 5. Other Events</P>${TEXT}`;
    const beside = `<TD>Item 5.</TD><TD>Other Events<BR><BR>${long}</TD>`;
    expect(items(page(`<TABLE><TR><TD>${whole}</TD></TR></TABLE>`))).toEqual([
      'Item 2. Acquisition or Disposition of Assets',
      'Item 5. Other Events',
    ]);
    expect(items(page(`<TABLE><TR>${beside}</TR></TABLE>`))).toEqual(['Item 5. Other Events']);
  });

  it('finds no item in sentences, links and tables of contents', () => {
    const contents = `<P>Item 1. Legal Proceedings ........ 3</P><P>Item 2. Exhibits 14</P>
      <TABLE><TR><TD>Item 5.</TD><TD>Other Events</TD><TD>3</TD></TR><TR><TD>Item 7.</TD><TD>Exhibits</TD><TD>4</TD></TR></TABLE>
      <P>Item 5. Other Events</P><P>Item 7. Exhibits</P>`;
    const sentences = `<P>Item 5 of this report describes the sale.</P><P>item 7. exhibits are listed in the index, as are the others.</P>`;
    expect(
      items(
        page(
          contents,
          sentences,
          '<P><B>Item 5. Other Events</B></P>',
          TEXT,
          '<P><B>Item 7. Exhibits</B></P>',
          TEXT,
        ),
      ),
    ).toEqual(['Item 5. Other Events', 'Item 7. Exhibits']);
  });

  it('reads a submission in plain text without its head, with paragraphs and tables', () => {
    const text = `-----BEGIN PRIVACY-ENHANCED MESSAGE-----
Proc-Type: 2001

<SEC-DOCUMENT>0000000042-97-000003.txt : 19971113
<SEC-HEADER>0000000042-97-000003.hdr.sgml : 19971113
CONFORMED SUBMISSION TYPE:	10-Q
CONFORMED PERIOD OF REPORT:	19970930
FILED AS OF DATE:		19971113
		COMPANY CONFORMED NAME:			ANVIL WORKS CORP
</SEC-HEADER>
<DOCUMENT>
<TYPE>10-Q
<TEXT>
<PAGE>   1
                 SECURITIES AND EXCHANGE COMMISSION
                            FORM 10-Q

                         TABLE OF CONTENTS

PART I.  FINANCIAL INFORMATION
Item 1.  Financial Statements.........................   3
Item 2.  Management's Discussion......................   9

<PAGE>   2
                 PART I.  FINANCIAL INFORMATION

ITEM 1.  FINANCIAL STATEMENTS

<TABLE>
<CAPTION>
                       1997     1996
<S>                    <C>      <C>
Sales & other           12       11
</TABLE>

The notes are an integral part of these financial statements here.

ITEM 2.  MANAGEMENT'S DISCUSSION AND ANALYSIS OF FINANCIAL
         CONDITION AND RESULTS OF OPERATIONS

     Sales rose by nine percent
since the company sold more anvils than in 1996.

                 PART II.  OTHER INFORMATION

Item 1.  Legal Proceedings
The company is a party to one suit. It expects to win that suit.

                           SIGNATURES
Ann Lee, who signs all reports of the company.
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>EX-27
<TEXT>
Item 9. Not of this document
</TEXT>
</DOCUMENT>`;
    const read = parse(text, '0000000042-97-000003.txt');
    expect(read).toMatchObject({
      title: 'ANVIL WORKS CORP: 10-Q, September 30, 1997',
      date: '1997-11-13T00:00:00.000Z',
    });
    expect(items(text)).toEqual([
      'PART I. FINANCIAL INFORMATION',
      'ITEM 1. FINANCIAL STATEMENTS',
      "ITEM 2. MANAGEMENT'S DISCUSSION AND ANALYSIS OF FINANCIAL CONDITION AND RESULTS OF OPERATIONS",
      'PART II. OTHER INFORMATION',
      'Item 1. Legal Proceedings',
    ]);
    const body = JSON.stringify(read.content);
    expect(body).toContain('Sales rose by nine percent since the company');
    expect(body).toMatch(/"type":"code"|Sales & other {5,}12/);
    for (const left of ['SEC-HEADER', 'PRIVACY', 'Not of this document', '<PAGE>', 'CAPTION'])
      expect(body).not.toContain(left);
  });
});
