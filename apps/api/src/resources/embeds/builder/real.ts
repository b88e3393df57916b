import type { RealState } from '@dossier/embeds';
import type { CompanyRef } from '@dossier/store';
import type { Context } from '../../../services.ts';
import { forms } from './forms.ts';
import { makeEmbed } from './make.ts';

/** The companies of a comparison in the gallery. */
const COMPARED = 3;

/** Returns every form of an embed with the companies of the database that are worth most; none without companies. */
export async function realStates(context: Context): Promise<RealState[]> {
  const worth = await context
    .db('companies')
    .join('company_financials', 'company_financials.company_id', 'companies.id')
    .where('company_financials.name', 'latest_estimated_valuation')
    .whereNotNull('company_financials.value')
    .orderBy([{ column: 'company_financials.value', order: 'desc' }, { column: 'companies.id' }])
    .limit(COMPARED)
    .select<CompanyRef[]>('companies.id', 'companies.slug', 'companies.domain', 'companies.name');
  const made = forms.map(async (form) => {
    if (form.subject === 'dataset_ids') return [];
    const companies = form.subject === 'company_slug' ? worth.slice(0, 1) : worth;
    if (companies.length === 0 || (form.subject === 'company_slugs' && companies.length < 2)) return [];
    const embed = await makeEmbed(context, { companies, datasets: [], form, options: {} });
    // A company that was deleted meanwhile has no embed.
    if ('problems' in embed) return [];
    const { kind, title, path, size, snippets } = embed;
    return [{ kind, title, src: path, height: size.height, paste: snippets[0]!.text }];
  });
  return (await Promise.all(made)).flat();
}
