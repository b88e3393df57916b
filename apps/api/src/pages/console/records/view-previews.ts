import { html, input, type Markup } from '@dossier/pages';
import type { FoundToDelete, MergeEffect } from '@dossier/shared';
import { named } from '../../../views/words.ts';
import { to, type Signed } from '../console.ts';
import { changedFields } from '../changed-fields.ts';
import { action, facts } from '../forms.ts';
import { addressOf } from './view.ts';

type Counts = Record<string, number>;

const listOf = (counts: Counts): string =>
  Object.entries(counts)
    .filter(([, n]) => n > 0)
    .map(([kind, n]) => `${n.toLocaleString('en')} ${kind}`)
    .join(', ') || 'none';

/** Returns what a deletion would delete, and the form that does it. */
export const viewDeletion = (context: Signed, kind: string, key: string, found: FoundToDelete): Markup =>
  html`<h1>Delete a record</h1>
    ${facts([
      ['Record', named(`${kind} ${found.key.join(' ')}`)],
      ['Deleted with it', listOf(found.with)],
    ])}
    <p>
      The next load of its source restores it: delete it there too. An undo of the run restores it at once.
    </p>
    ${action(context, '/records/delete', 'Delete the record', { values: { kind, key }, main: true })}
    <p class="actions"><a href="${to(context, addressOf(kind, key))}">Back to the record</a></p>`;

/** Returns the form that names two companies, and what their merge would change. */
export const viewMerge = (
  context: Signed,
  given: { into: string; from: string },
  { merge, problem }: { merge?: MergeEffect; problem?: string },
): Markup =>
  html`<h1>Merge two companies</h1>
    <p>The records of the second company move to the first one, and its domains find the first one.</p>
    <form action="${to(context, '/records/merge')}">
      <div class="fields">
        ${input({ name: 'into', label: 'Company that stays', value: given.into, hint: 'Its domain', problem })}
        ${input({ name: 'from', label: 'Company to merge into it', value: given.from, hint: 'Its domain' })}
      </div>
      <p class="actions"><button>Show what would change</button></p>
    </form>
    ${
      merge &&
      html`<h2>What would change</h2>
        ${facts([
          ['Stays', named(`${merge.into.name} (${merge.into.domain})`)],
          ['Is merged into it', named(`${merge.from.name} (${merge.from.domain})`)],
          ['Records that move', listOf(merge.moved)],
          ['Records that are joined', listOf(merge.joined)],
        ])}
        ${
          merge.changes.length === 0
            ? html`<p>No field of ${named(merge.into.domain)} would change.</p>`
            : changedFields('Fields that would change', merge.changes, ['field', 'before', 'after', 'source'])
        }
        ${action(context, '/records/merge', 'Merge the companies', {
          ...{ values: given, main: true },
          fields: input({ name: 'because', label: 'Reason', hint: 'For the log of runs and for the record' }),
        })}`
    }`;
