import { expect, it } from '@jest/globals';
import { openSearch } from '@dossier/search';
import { searchEntry } from '../../../testing/fixtures.ts';
import { readResults } from './read.ts';

it('lists the company whose name was searched before pages that name it more often', async () => {
  const search = await openSearch('sqlite::memory:');
  const text = 'Ácme makes anvils. '.repeat(20);
  const research = {
    ...searchEntry('About Acme'),
    type: 'document' as const,
    excerpt: text,
    title: 'Acme Acme',
  };
  await search.put([{ ...searchEntry('Acme Holdings'), excerpt: text }, searchEntry('Ácme'), research]);
  const page = { type: undefined, limit: 20, offset: 0 };
  const { shown } = await readResults(search, 'acme', page);
  expect(shown.results.map(({ title }) => title)[0]).toBe('Ácme');
  expect(shown.results).toHaveLength(3);
  await search.close();
});
