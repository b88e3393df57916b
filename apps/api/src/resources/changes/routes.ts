import { currentEpoch, newestChange, viewChange } from '@dossier/store';
import { companyLookups } from '../../query/fields.ts';
import { route, type Context, type Route } from '../../services.ts';
import * as contract from './contract.ts';
import { companiesOfChanges, readChangesPage, type Asked, type ChangesPage } from './read.ts';
import { waitForChange } from './wait.ts';

export const routes: Route[] = [
  route(contract.getLatestChange, async ({ db }) => ({
    seq: await newestChange(db),
    epoch: await currentEpoch(db),
  })),
  route(contract.listChanges, async (context, input) => {
    const lookups = companyLookups(input);
    const companies = lookups.length > 0 ? await companiesOfChanges(context.db, lookups) : undefined;
    const { after, epoch: known, limit, kinds, wait } = input;
    const asked = { after, epoch: known, limit, kinds, companies };
    const { rows, epoch, last, hasMore } = await nextPage(context, asked, wait * 1000);
    return {
      changes: rows.map(viewChange),
      pagination: {
        limit,
        current_page_items: rows.length,
        has_more: hasMore,
        epoch,
        last_seq: last,
        next_link: hasMore ? context.linkTo({ after: String(last) }) : null,
      },
    };
  }),
];

/** Reads a page, and waits if it is empty and nothing follows. */
async function nextPage(
  { db, caller, readiness, stepAside }: Context,
  asked: Asked,
  wait: number,
): Promise<ChangesPage> {
  const end = performance.now() + wait;
  for (let { after } = asked; ;) {
    const page = await readChangesPage(db, { ...asked, after });
    const ms = end - performance.now();
    if (page.rows.length > 0 || page.hasMore || ms <= 0) return page;
    after = page.last;
    const mayMatch = await stepAside((signal) =>
      waitForChange(
        db,
        { ...asked, after },
        { caller: caller!.organization, ms, signal, isOver: () => readiness.isDraining },
      ),
    );
    if (!mayMatch) return page;
  }
}
