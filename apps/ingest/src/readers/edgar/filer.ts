import { textOf, type Submissions } from './submissions.ts';

/** What a filer is: a company with listed or registered securities, another company, or none. */
type Filer = 'public' | 'private' | 'owner' | 'fund';

/** Reports of owners and insiders: people, and institutions about their holdings. */
const OF_OWNERS = /^(?:[345]|144|SC 13[DG]|SCHEDULE 13[DG])(?:\/A)?$/i;
/** Reports of companies whose securities are registered: annual, quarterly and current ones. */
const OF_COMPANIES = /^(?:10-?K|10-?Q|8-K|20-F|40-F|6-K)/i;
/** Reports and prospectuses of registered funds. */
const OF_FUNDS = /^(?:N-CSR|N-CEN|N-?PORT|N-Q\b|N-1A|N-SAR|NSAR|N-30D|485|497|24F-2)/i;

/**
 * Tells companies from the people and funds that file too, by the forms that they have filed. EDGAR's own types do not:
 * a person and a company that raised money privately are both `other`.
 */
export function filerOf({ head, columns }: Submissions): Filer {
  const forms = [...new Set((columns['form'] ?? []).flatMap((form) => textOf(form) ?? []))];
  const isListed = Array.isArray(head?.tickers) && head.tickers.length > 0;
  if (isListed || forms.some((form) => OF_COMPANIES.test(form))) return 'public';
  if (textOf(head?.entityType) === 'investment' || forms.some((form) => OF_FUNDS.test(form))) return 'fund';
  if (forms.length > 0 && forms.every((form) => OF_OWNERS.test(form))) return 'owner';
  return 'private';
}

/** Returns why a filer is not loaded as a company, or undefined. */
export function notACompany(filer: Filer, name: string): string | undefined {
  if (filer === 'owner')
    return `not a company: ${name} files only reports of its holdings, as people do; remove it from the load`;
  return filer === 'fund' ? `not a company: ${name} files as a fund; remove it from the load` : undefined;
}
