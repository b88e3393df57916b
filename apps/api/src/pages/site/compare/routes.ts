import { renderInline } from '@dossier/embeds';
import { readComparison, subjectOf } from '../../../resources/embeds/widgets/companies.ts';
import { route, type Context, type Route } from '../../../services.ts';
import { basePath } from '../../../views/frame.ts';
import { csvOfCompanies } from '../companies/csv.ts';
import { csvFile, requireSite, sitePage } from '../site.ts';
import * as contract from './contract.ts';
import { readCompared, type Compared } from './read.ts';
import { styles, viewCompare } from './view.ts';

/** Returns the valuations over time; undefined unless two companies have some. */
async function chartOf({ db }: Context, { companies }: Compared) {
  if (companies.length < 2) return undefined;
  const data = await readComparison(db, subjectOf(companies.map(({ slug }) => slug!)));
  const drawn = data.companies.filter(({ points }) => points.length > 1);
  return drawn.length < 2 ? undefined : renderInline({ kind: 'small-multiples', data }, { level: 3 });
}

export const routes: Route[] = [
  route(contract.getComparePage, async (context, { companies: sent = '' }) => {
    requireSite(context);
    const { publicUrl } = context;
    const names = [...new Set(sent.split(',').map((name) => name.trim()))].filter((name) => name !== '');
    const compared = await readCompared(context, names);
    const chart = await chartOf(context, compared);
    const title = compared.companies.map(({ name }) => name).join(', ');
    return sitePage(
      context,
      {
        title: title === '' ? 'Compare companies' : `Compare ${title}`,
        current: `${basePath(publicUrl)}/compare`,
        ...(names.length === 0 && {
          canonical: `${publicUrl}/compare`,
          description: 'The figures of several companies side by side.',
        }),
        styles,
        ...(chart && { sheets: [chart.style] }),
        body: viewCompare(compared, { base: basePath(publicUrl), chart }),
      },
      { status: compared.unknown.length > 0 ? 404 : 200 },
    );
  }),
  route(contract.getCompareCsv, async (context, { companies: names }) => {
    requireSite(context);
    const { companies } = await readCompared(context, names);
    return csvFile('compare', csvOfCompanies(companies));
  }),
];
