import { isDate } from '@dossier/shared';
import type { Root } from 'hast';
import { childrenOf, contains, isBlock, isElement } from '../nodes.ts';
import type { Nodes } from 'hast';

/** The data on the cover page or in the SGML head of a filing. */
interface OlderFacts {
  name?: string | undefined;
  form?: string | undefined;
  /** As the cover page writes it: `May 5, 2003`. */
  period?: string | undefined;
  /** The day of filing: `2003-05-07`. */
  filed?: string | undefined;
  /** `0000320193-24-000123` */
  accession?: string | undefined;
}

/** The forms whose items are found. */
const FORM = /\b(8-K|10-?Q(?:SB)?|10-?K(?:SB|405|T)?|6-K|20-F|40-F)(\/A)?\b/i;

/**
 * Takes the first document out of a submission, which begins with an SGML head. Plain text, as in most filings until about
 * 2000, becomes `pre`. Returns any other text unchanged.
 */
export function withoutSgml(text: string): { html: string; facts: OlderFacts } {
  const start = /<TEXT>/i.exec(text.slice(0, 100_000));
  const head = start ? text.slice(0, start.index) : '';
  if (!start || !/<(?:SEC-DOCUMENT|SEC-HEADER|IMS-DOCUMENT|DOCUMENT)>|<TYPE>/i.test(head))
    return { html: text, facts: {} };
  const rest = text.slice(start.index + start[0].length);
  const end = rest.search(/<\/TEXT>/i);
  const body = (end === -1 ? rest : rest.slice(0, end)).replace(/<\/?PAGE>[^\n]*/gi, '');
  const isHtml = /<(?:html|body|p|div|font|br)\b/i.test(body);
  return { html: isHtml ? body : asPre(body), facts: factsOfHead(head) };
}

const escaped = (text: string) => text.replace(/&(?!#?\w+;)/g, '&amp;').replace(/</g, '&lt;');

/** Keeps the tables of plain text apart from its paragraphs. */
const asPre = (body: string): string =>
  body
    .split(/(<TABLE>[^]*?<\/TABLE>)/i)
    .map((part) => `<pre>${escaped(part.replace(/<\/?(?:TABLE|CAPTION|S|C|FN|F\d+)>/gi, ''))}</pre>`)
    .join('\n');

function factsOfHead(head: string): OlderFacts {
  const field = (name: string) => new RegExp(`${name}:?\\s*([^\\n<]+)`, 'i').exec(head)?.[1]?.trim();
  const day = (digits: string | undefined) => digits?.replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3');
  const period = day(field('CONFORMED PERIOD OF REPORT'));
  return {
    name: field('COMPANY CONFORMED NAME'),
    form: field('CONFORMED SUBMISSION TYPE') ?? field('<TYPE>'),
    period: period !== undefined && isDate(period) ? inWords(period) : undefined,
    filed: day(field('FILED AS OF DATE')),
    accession: accessionIn(field('ACCESSION NUMBER') ?? field('<SEC-DOCUMENT>') ?? ''),
  };
}

/** Returns the accession number in a text, such as the path of a file. */
export function accessionIn(text: string): string | undefined {
  const found = /(?<!\d)(\d{10})(-?)(\d{2})\2(\d{6})(?!\d)/.exec(text);
  return found ? `${found[1]}-${found[3]}-${found[4]}` : undefined;
}

const WORDS = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const inWords = (day: string) => WORDS.format(new Date(day));

const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\\.?';
const NTH = '\\d{1,2}(?:st|nd|rd|th)?';
/** `May 5, 2003`, `Sept. 5th, 2003`, `5 May 2003`, `5/31/03`, `2003-05-05` */
const DAY = `(?:${MONTH}\\s*${NTH}\\s*,?\\s*\\d{4}|${NTH}\\s+${MONTH}\\s*,?\\s*\\d{4}|\\d{1,2}[/-]\\d{1,2}[/-](?:\\d{4}|\\d{2})|\\d{4}-\\d{2}-\\d{2})(?!\\d)`;
const REPORTED = new RegExp(
  `date\\s+of\\s+(?:earliest\\s+event|report)[^]{0,160}?(${DAY})|(${DAY})[^]{0,60}date\\s+of\\s+(?:earliest|report)`,
  'i',
);
const ENDED = new RegExp(`(?:period|year|quarter)s?\\s+ended:?[^]{0,40}?(${DAY})`, 'i');
/** The cover page is within this many lines. */
const COVER = 120;

/** Reads the cover page of a filing; undefined for any other page. */
export function olderFacts(
  root: Root,
  head: OlderFacts,
): (OlderFacts & { name: string; form: string }) | undefined {
  const lines = linesOf(root).slice(0, COVER);
  const cover = lines.join('\n');
  const isCover = /securities\s+and\s+exchange\s+commission/i.test(cover);
  const form = head.form ?? (isCover ? /form\s+(\S+(?:\s*\/A)?)/gi.exec(cover)?.[1] : undefined);
  const name = head.name ?? registrantOf(lines);
  const [, code, amended = ''] = FORM.exec(form ?? '') ?? (isCover ? FORM.exec(cover) : null) ?? [];
  const named = head.form ?? (code === undefined ? undefined : (code + amended).toUpperCase());
  if (named === undefined || name === undefined) return undefined;
  const isReport = /^(?:8|6)-K$/i.test(code ?? '');
  const found = (isReport ? REPORTED : ENDED).exec(cover);
  return { ...head, name, form: named, period: head.period ?? periodOf(found?.[1] ?? found?.[2]) };
}

/** Returns the period as it is written, or in words. */
function periodOf(written: string | undefined): string | undefined {
  const day = written !== undefined && /^\d/.test(written) ? dayOf(written) : undefined;
  return day === undefined ? written?.replace(/\s+/g, ' ').replace(/ ,/, ',') : inWords(day);
}

/** Returns the line above "Exact name of registrant", or the words before it in its line. */
function registrantOf(lines: string[]): string | undefined {
  const at = lines.findIndex((line) =>
    /exact\s+name\s+of\s+(?:the\s+)?(?:small\s+business\s+)?(?:registrant|issuer)/i.test(line),
  );
  if (at === -1) return undefined;
  const before = lines[at]!.split(/\(?\s*exact\s+name/i, 1)[0]!;
  const above = lines.slice(Math.max(0, at - 3), at).reverse();
  return [before, ...above]
    .map((line) => line.replace(/[_\s-]{3,}/g, ' ').trim())
    .find((line) => /\p{L}{2}/u.test(line));
}

/** Returns the day that words state, with the month before the day: `May 5, 2003`, `5/31/2003`. */
export function dayOf(words: string): string | undefined {
  if (isDate(words)) return words;
  const plain = words.replace(/(\d)(?:st|nd|rd|th)\b/i, '$1').replaceAll(/[.,\s]+/g, ' ');
  const time = Date.parse(`${plain.replace(/([a-z]{3})[a-z]*/i, '$1')} UTC`);
  // The parser reads 30 February as a day of March.
  const isSame = new RegExp(`(?<!\\d)0?${new Date(time).getUTCDate()}(?!\\d)`).test(plain);
  return isSame ? new Date(time).toISOString().slice(0, 10) : undefined;
}

function linesOf(node: Nodes): string[] {
  const isLine = isElement(node) && isBlock(node) && !node.children.some((child) => contains(child, isBlock));
  if (!isLine && node.type !== 'text') return childrenOf(node).flatMap(linesOf);
  const isPre = isElement(node) && node.tagName === 'pre';
  return shownText(node, isPre)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

/** The text of a line as it is shown: a line end in the source is a blank, except in `pre`. */
function shownText(node: Nodes, isPre: boolean): string {
  if (node.type === 'text') return isPre ? node.value : node.value.replace(/\n/g, ' ');
  if (isElement(node) && node.tagName === 'br') return '\n';
  return childrenOf(node)
    .map((child) => shownText(child, isPre))
    .join('');
}
