import {
  ApiError,
  invalid,
  type Explained,
  type FoundToDelete,
  type MergeEffect,
  type RecordHistory,
} from '@dossier/shared';
import type { Route } from '../../../services.ts';
import { consolePage, get, post, lines, text } from '../console.ts';
import { askIngest, changeByIngest } from '../run.ts';
import { findRecords } from './find.ts';
import { viewDeletion, viewMerge } from './view-previews.ts';
import { viewVersions } from './view-versions.ts';
import { addressOf, viewRecords, type RecordPage } from './view.ts';

const at = '/records';
const record = { kind: text, key: text };
const pair = { into: text, from: text };
const partsOf = (key: string) => key.split(/\s+/);

/** Rejects empty fields. @throws 400 that names the first */
function requireFields(fields: Record<string, string>): void {
  for (const [name, value] of Object.entries(fields))
    if (value === '') throw invalid(name, 'must not be empty');
}

export const routes: Route[] = [
  get(
    '/records',
    { name: 'getRecords', needs: 'reader', input: { ...record, field: text } },
    async (context, { kind, key, field }) => {
      const page: RecordPage = { kind, key, field, found: undefined, problem: undefined, meant: [] };
      if (key !== '') {
        try {
          page.found = await askIngest<Explained>(context, [
            'explain',
            '--json',
            '--',
            kind,
            ...partsOf(key),
          ]);
        } catch (error) {
          if (!(error instanceof ApiError) || error.status >= 500) throw error;
          page.problem = error.message;
          page.meant = await findRecords(context, kind, key);
        }
      }
      const body = viewRecords(context, page);
      return consolePage(context, { title: 'Records', at: '/records', body });
    },
  ),
  post(
    '/records/set',
    { name: 'setField', needs: 'editor', input: { ...record, field: text, value: lines, because: text } },
    (context, { kind, key, field, value, because }) => {
      requireFields({ kind, key, field, value, because });
      const args = ['set', '--json', `--because=${because}`, '--', kind, ...partsOf(key), field, value];
      return changeByIngest(context, { args, subject: `${kind} ${key}`, done: addressOf(kind, key) });
    },
  ),
  post(
    '/records/unset',
    { name: 'unsetField', needs: 'editor', input: { ...record, field: text } },
    (context, { kind, key, field }) => {
      requireFields({ kind, key, field });
      const args = ['unset', '--json', '--', kind, ...partsOf(key), field];
      return changeByIngest(context, { args, subject: `${kind} ${key}`, done: addressOf(kind, key) });
    },
  ),
  get(
    '/records/versions',
    { name: 'getVersions', needs: 'reader', input: record },
    async (context, { kind, key }) => {
      requireFields({ kind, key });
      const history = await askIngest<RecordHistory>(context, [
        'history',
        '--json',
        '--',
        kind,
        ...partsOf(key),
      ]);
      return consolePage(context, { title: 'Versions', at, body: viewVersions(context, kind, key, history) });
    },
  ),
  get(
    '/records/delete',
    { name: 'getDeletion', needs: 'editor', input: record },
    async (context, { kind, key }) => {
      requireFields({ kind, key });
      const args = ['delete', '--dry-run', '--json', '--', kind, ...partsOf(key)];
      const body = viewDeletion(context, kind, key, await askIngest<FoundToDelete>(context, args));
      return consolePage(context, { title: 'Delete a record', at, body });
    },
  ),
  post(
    '/records/delete',
    { name: 'deleteRecord', needs: 'editor', input: record },
    (context, { kind, key }) => {
      requireFields({ kind, key });
      const args = ['delete', '--json', '--', kind, ...partsOf(key)];
      return changeByIngest(context, { args, subject: `${kind} ${key}` });
    },
  ),
  get('/records/merge', { name: 'getMerge', needs: 'editor', input: pair }, async (context, given) => {
    const page = (found: Parameters<typeof viewMerge>[2]) =>
      consolePage(context, { title: 'Merge two companies', at, body: viewMerge(context, given, found) });
    if (given.into === '' || given.from === '') return page({});
    try {
      const args = ['merge', '--dry-run', '--json', '--', 'companies', given.into, given.from];
      return page({ merge: await askIngest<MergeEffect>(context, args) });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      return page({ problem: error.message });
    }
  }),
  post(
    '/records/merge',
    { name: 'mergeCompanies', needs: 'editor', input: { ...pair, because: text } },
    (context, { into, from, because }) => {
      requireFields({ into, from });
      const reason = because === '' ? [] : [`--because=${because}`];
      const args = ['merge', '--json', ...reason, '--', 'companies', into, from];
      return changeByIngest(context, {
        args,
        subject: `${into} ${from}`,
        done: addressOf('companies', into),
      });
    },
  ),
];
