import { listSavedEmbeds, type Db } from '@dossier/store';
import type { Embed } from './view.ts';

const MAX_EMBEDS = 200;

/** Returns the stored charts of an organization, newest first, then its saved embeds, those changed last first. */
export async function readEmbeds(db: Db, organization: string): Promise<Embed[]> {
  const charts = await db('charts')
    .where({ creator: organization })
    .orderBy('created_at', 'desc')
    .limit(MAX_EMBEDS)
    .select<Omit<Embed, 'state'>[]>('name', 'view_type as form', 'created_at');
  const saved = await listSavedEmbeds(db, organization, { limit: MAX_EMBEDS, offset: 0 });
  return [
    ...charts.map((chart) => ({ ...chart, state: 'stored' })),
    ...saved.map(({ title, kind, unpublished_at, created_at }) => ({
      ...{ name: title, form: kind, created_at },
      state: unpublished_at === null ? 'published' : 'not published',
    })),
  ];
}
