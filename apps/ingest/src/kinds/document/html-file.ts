import type { DocumentType } from '@dossier/shared';
import { readElements } from '../../texts/elements.ts';
import { fileFacts, readTime } from '../../texts/page-fields.ts';
import { htmlTree } from '../../texts/markdown.ts';
import { plainTree } from '../../texts/markup.ts';
import { mediaSource } from '../../texts/addresses.ts';
import { dateOf, type ParsedDocument, type ParseOptions } from './markdown-file.ts';
import type { DocumentInput } from './record.ts';
import { cutSections } from '../../texts/sections.ts';
import { toSlug } from '../../fields/slug.ts';
import { cleanTree, closeXhtml } from '../../texts/html/clean.ts';
import { pageFacts } from '../../texts/html/facts.ts';
import { markHeadings } from '../../texts/html/headings.ts';
import { markOlderItems } from '../../texts/html/older.ts';
import { withoutPageEdges } from '../../texts/html/pages.ts';
import { accessionIn, dayOf, olderFacts, withoutSgml } from '../../texts/html/sgml.ts';

/**
 * Converts an HTML page to a document record. Leaves out hidden parts, site navigation and scripts, and reads inline
 * XBRL as the text that it marks up. In an SEC filing, which inline XBRL, an SGML head or the cover page identifies, the
 * lines that head parts and items become headings, and page headers and footers are left out.
 *
 * - title: `og:title`, else the first heading of level 1, else `title`; in a filing its filer, form and period
 * - slug: the file name without its date; in a filing the title
 * - date: `article:published_time`, `date`, `time`, the day of filing in an SGML head, else the file name
 *   (`YYYY-MM-DD-…`), else the option; in an 8-K first of all the day of its report. A page without a date is rejected
 * - summary, image, web_url: `description`, `og:image`, the canonical address
 *
 * @param fileName name or path of the file; only its last three parts are read
 */
export function parseHtmlFile(text: string, fileName: string, options: ParseOptions = {}): ParsedDocument {
  try {
    return read(text, fileName, options);
  } catch (error) {
    // The parsers are recursive: deep nesting overflows the stack.
    if (error instanceof RangeError)
      return { reason: 'invalid text: it is nested too deeply to be read', warnings: [] };
    throw error;
  }
}

function read(text: string, fileName: string, options: ParseOptions): ParsedDocument {
  const { html, facts: head } = withoutSgml(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
  const tree = htmlTree(closeXhtml(html));
  const facts = pageFacts(tree);
  const plain = plainTree(tree);
  const cleaned = cleanTree(plain.root);
  const older = olderFacts(cleaned, head);
  const { elements, warnings: leftOut } = readElements(
    facts.filing
      ? markHeadings(withoutPageEdges(cleaned), facts.filing.name)
      : older
        ? markOlderItems(withoutPageEdges(cleaned))
        : cleaned,
  );
  const warnings = [...plain.warnings, ...leftOut];
  const filing = facts.filing ?? older;
  const file = fileFacts(fileName);
  const first = elements.find(({ type }) => type === 'heading1');
  const headline = first && 'text' in first ? first.text.replace(/\s+/g, ' ') : undefined;
  const title = titleOfFiling(filing) ?? facts.title ?? headline ?? file.title;
  const slug = (filing ? toSlug(title) : file.slug) || toSlug(title);
  const path = fileName.split(/[\\/]/).slice(-2);
  const accession = head.accession ?? accessionIn(path.reverse().join('/'));
  const page = filing ? (accession ?? `${file.folder}/${file.slug}`) : file.folder;
  const name = { slug, ...(page !== '' && { page }) };
  if (elements.length === 0)
    return { reason: 'invalid text: the page shows no text', warnings, given: [name] };
  const isReport = filing !== undefined && /^[68]-K\b/.test(filing.form);
  const period = facts.filing?.period ?? older?.period;
  const day = period === undefined ? undefined : dayOf(period);
  const reported = isReport ? (day ?? head.filed) : undefined;
  // The file of a report is as old as its download.
  const option = isReport && options.isDateOfFile ? undefined : options.date;
  const date = dateOf(reported ?? facts.date ?? head.filed ?? file.date ?? option, MISSING_DATE);
  if ('reason' in date) return { reason: date.reason, warnings, given: [name] };
  const record: DocumentInput = {
    ...name,
    title,
    date: date.time,
    content: { sections: cutSections(elements, title) },
    ...(options.type && { type: options.type as DocumentType }),
    ...(facts.updated && readTime(facts.updated) && { updated: readTime(facts.updated) }),
    ...(facts.summary && { summary: facts.summary }),
    ...(facts.image && mediaSource(facts.image) && { image: mediaSource(facts.image) }),
    ...(facts.webUrl && /^https?:\/\//i.test(facts.webUrl) && { web_url: facts.webUrl }),
  };
  return { record, warnings };
}

const MISSING_DATE =
  'missing date: add <meta name="date" content="YYYY-MM-DD">, name the file YYYY-MM-DD-title.html, or use --date';

/** Returns the title of a filing: `The Home Depot, Inc.: 10-Q, April 30, 2023`. */
function titleOfFiling(
  filing: { name: string; form: string; period?: string | undefined } | undefined,
): string | undefined {
  if (!filing) return undefined;
  const { name, form, period } = filing;
  return `${name}: ${form}${period === undefined ? '' : `, ${period}`}`;
}
