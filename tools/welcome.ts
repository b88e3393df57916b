import { dayInWords } from '@dossier/shared';

/** Returns what `npm start` prints: the key and its expiry, a curl line for each resource, and pages to open. */
export function welcome(
  url: string,
  { key, expires, embed }: { key: string; expires: string | null; embed: string },
): string {
  const get = (path: string) => `curl -s -H 'Authorization: Token ${key}' '${url}${path}'`;
  const search = `${get('/api/v1/search/')} -H 'Content-Type: application/json' -d '{"query": "payments", "limit": 3}'`;
  const lines: [string, string][] = [
    ['A company', get('/api/v1/companies/?company_domain=stripe.com')],
    ['The ranking by valuation', get('/api/v1/companies/rankings/?limit=5')],
    ['News', get('/api/v1/news/company/?company_domain=openai.com&page_size=3')],
    ['Metrics with citations', get('/api/v1/metrics/?company_domain=snowflake.com&page_size=3')],
    ['Events', get('/api/v1/events/?types=funding-round&page_size=3')],
    ['Categories', get('/api/v1/categories/?company_domain=stripe.com')],
    ['Documents, newest first', get('/api/v1/documents?page_size=3')],
    ['A document', get('/api/v1/documents/stripe/')],
    ['Filings', get('/api/v1/filings/?company_domain=apple.com&page_size=3')],
    ['Search', search],
    ['An embed to paste', get('/api/v1/embed/company-data-valuation-chart/?company_domain=stripe.com')],
  ];
  return [
    '',
    `Dossier answers at ${url}`,
    '',
    `  Key: ${key}`,
    ...(expires === null
      ? []
      : [
          `  It expires on ${dayInWords(expires)}, and the next start replaces it.`,
          '  For a key that does not expire: npm run admin -- keys create Demo',
        ]),
    '',
    ...lines.flatMap(([title, line]) => [`  # ${title}`, `  ${line}`, '']),
    '  Open in a browser: the site, its documentation and an embed',
    `  ${url}/`,
    `  ${url}/docs`,
    `  ${embed}`,
    `  Every widget: ${url}/embeds`,
    '',
    '  Stop with Ctrl+C.',
    '',
  ].join('\n');
}
