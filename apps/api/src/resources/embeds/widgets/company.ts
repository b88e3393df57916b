import { sayIn, usualSize, type Kind, type Look, type Word } from '@dossier/embeds';
import { fail, type ErrorCode } from '@dossier/shared';
import type { CompanyLookup, CompanyRow, Db } from '@dossier/store';
import { z } from 'zod';
import { embed, embedAnswer, sizeFields } from '../../../views/embed.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { route } from '../../../services.ts';
import { companyFieldsOrBlank, companyLookup, companySlugOrBlank } from '../../../query/fields.ts';
import { requireCompany } from '../../../query/scope.ts';
import {
  addressOptions,
  drawnOptions,
  lineFields,
  optionFields,
  textFields,
  type LineInput,
  type TextInput,
} from './options.ts';
import type { ApiWidget } from './widget.ts';

type CompanyWidget<K extends Kind> = {
  kind: K;
  /** The last segment of the endpoint's path. */
  path: string;
  operationId: string;
  summary: string;
  /** The part of the iframe's title after the company's name. */
  title: string;
  /** The iframe's title in other languages than English; by default the company's name. */
  named?: Word;
  read: ApiWidget<K>['read'];
  /** True if it has lines, whose scale a request may choose. */
  drawn?: boolean;
  /** True if it has no room for the texts of a publisher. */
  isSmall?: boolean;
};

/** Returns a widget about one company. Its address contains the slug, which survives a rebuild of the database. */
export function companyWidget<K extends Kind>(widget: CompanyWidget<K>): ApiWidget<K> {
  const { kind, path, operationId, summary, read, drawn = false, isSmall = false } = widget;
  const usual = usualSize(kind);
  const contract = endpoint({
    method: 'GET',
    path: `/api/v1/embed/${path}`,
    operationId,
    summary,
    description:
      'Returns one `<iframe>` with a signed address, so that no browser ever receives a key. `company_id` takes ' +
      'precedence over `company_slug`, and that over `company_domain`. ' +
      `The iframe is ${usual.width} by ${usual.height} pixels by default.`,
    tag: 'Embeds',
    input: z.strictObject({
      ...companyFieldsOrBlank,
      ...companySlugOrBlank,
      ...sizeFields(kind),
      ...optionFields,
      ...(isSmall ? undefined : textFields),
      ...(drawn ? lineFields : undefined),
    }),
    example: { company_domain: 'stripe.com' },
    output: { 200: embedAnswer },
    errors: ['embed_company_required', 'company_not_found'] satisfies ErrorCode[],
    errorStyle: 'failed',
  });
  return {
    kind,
    read,
    route: route(contract, async (context, input) => {
      const lookup = companyLookup(input);
      if (!lookup) throw fail('embed_company_required');
      const company = await requireCompany(context.db, lookup);
      const lines = drawn ? drawnOptions(input as typeof input & LineInput, context.now) : {};
      const options = { ...addressOptions(input as typeof input & TextInput, context.now), ...lines };
      const title = titleOf(widget, company.name, options);
      return embed(context, { kind, subject: company.slug, options, title }, input);
    }),
  };
}

function titleOf(
  { title, named }: Pick<CompanyWidget<Kind>, 'title' | 'named'>,
  company: string,
  { locale }: Look,
) {
  if (locale === undefined || locale === 'en') return `${company}: ${title}`;
  return named === undefined ? company : sayIn(locale, named, { company });
}

/** Reads the full row of a company. @throws 404 */
export async function readCompany(db: Db, slug: string): Promise<CompanyRow> {
  const lookup: CompanyLookup = { by: 'slug', value: slug };
  const { id } = await requireCompany(db, lookup);
  const row = await db<CompanyRow>('companies').where({ id }).first();
  // A company deleted between the two statements throws 404 on the second lookup.
  return row ?? readCompany(db, slug);
}
