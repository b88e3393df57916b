import { companyOf } from './company-of.ts';
import { timeField, type Columns, type DraftedField } from './fields.ts';
import { isAddress, share } from './shapes.ts';

const LINK = [
  /^(article|news|story|press release|document|filing|report)? ?(url|link|permalink|href)$/,
  /\b(article|filing|document) (url|link)\b/,
];
const HEADLINE = [/^(article |news )?(headline|title)$/];
const PUBLISHED = [/^(published|publication|pub|release|article|announced)( at| on| date)?$/, /^date$/];
const PUBLICATION = [/^(source|publication|publisher|outlet|media|site name|source name)$/];
const FORM = [/^(form|filing|submission)( type)?$|^type of (form|filing)$/];
const FILED = [/^(filed|filing|date filed|filed at|filed on)( date| at| on)?$|^acceptance date/];
const ACCESSION = [/^accession( number| no)?$|^acc no$/];

const isLink = (values: string[]) => share(values, isAddress) > 0.8;

const NUMBER = /\d{10}-\d{2}-\d{6}/;
/** The number of a filing is also a part of the address of its file. */
const inPath = (values: string[]) => share(values, (each) => NUMBER.test(each)) > 0.8;
const PATH = /^edgar\/data\//;

/** Returns whether a table seems to have filings. */
export const isFilings = (columns: Columns): boolean =>
  columns.find(ACCESSION) !== undefined ||
  (columns.find(FORM) !== undefined && columns.find([/./], inPath) !== undefined);

/** Drafts the fields of filings. */
export function draftFiling(columns: Columns): DraftedField[] {
  const path = columns.find(ACCESSION) ? undefined : columns.find([/./], inPath);
  const url = columns.field('url', [...LINK, /\b(url|link)\b/, /./], undefined, isLink);
  if (path) columns.used.add(path.name);
  if (path && url.length === 0 && path.values.every((each) => PATH.test(each)))
    url.push({ field: 'url', rule: { text: `https://www.sec.gov/Archives/{${path.name}}` } });
  const type = columns.field('type', FORM);
  const filed = timeField(columns, 'filed_at', FILED);
  const name = columns.field('name', [/^(primary )?(doc|document|filing|form) (description|title|name)$/]);
  const form = type[0]?.rule;
  return [
    ...(path
      ? [{ field: 'accession_number', rule: { column: path.name, pattern: NUMBER.source } }]
      : columns.field('accession_number', ACCESSION)),
    ...companyOf(columns),
    ...type,
    ...(name.length === 0 && typeof form === 'string'
      ? [{ field: 'name', rule: { text: `Form {${form}}` } }]
      : name),
    ...filed,
    ...url,
  ];
}

/** Returns whether a table seems to have news. */
export const isNews = (columns: Columns): boolean =>
  columns.find(HEADLINE) !== undefined &&
  columns.find(LINK, isLink) !== undefined &&
  columns.find(PUBLISHED) !== undefined;

/** Drafts the fields of news: each row is an item with one article. */
export function draftNews(columns: Columns): DraftedField[] {
  const link = columns.field('articles.0.link', LINK, undefined, isLink);
  const [headline] = columns.field('headline', HEADLINE);
  const [date] = timeField(columns, 'release_date', PUBLISHED);
  const [summary] = columns.field('description', [
    /^(summary|description|abstract|snippet|lead|teaser|excerpt|body|content|text)$/,
  ]);
  const publication = columns.field('articles.0.publication', PUBLICATION);
  // The headline stands for a missing summary.
  const hasGaps = columns.all.some(({ name, values }) => name === summary?.rule && !columns.isAlways(values));
  if (summary && headline && hasGaps) summary.rule = { first_of: [summary.rule, headline.rule] };
  const of = (field: string, drafted: DraftedField | undefined): DraftedField[] =>
    drafted ? [{ field, rule: drafted.rule }] : [];
  return [
    ...companyOf(columns),
    { field: 'importance', rule: { constant: 'major' }, ask: 'importance of all news: major or minor?' },
    ...(headline ? [headline] : []),
    ...of('short_headline', headline),
    ...(summary ? [summary] : of('description', headline)),
    ...(date ? [date] : []),
    ...link,
    ...of('articles.0.headline', headline),
    ...of('articles.0.short_summary', summary ?? headline),
    ...of('articles.0.date_published', date),
    ...(publication.length > 0
      ? publication
      : [
          { field: 'articles.0.publication', rule: { constant: 'News' }, ask: 'who published the articles?' },
        ]),
    { field: 'articles.0.publication_score', rule: { constant: 0 } },
  ];
}
