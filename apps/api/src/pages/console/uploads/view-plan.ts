import { html, type Markup } from '@dossier/pages';
import type { Planned } from '@dossier/shared';
import { named } from '../../../views/words.ts';
import type { Signed } from '../console.ts';
import { changedFields } from '../changed-fields.ts';
import { action, facts } from '../forms.ts';
import type { Placed } from '../rejects/rejects.ts';
import { viewRejects } from '../rejects/view.ts';

const number = (n: number) => n.toLocaleString('en');
const records = (n: number) => (n === 1 ? '1 record' : `${number(n)} records`);

/** Returns what a load would change, with the first records of each kind of change, and the form that applies it. */
export function viewPlan(context: Signed, planned: Planned, path: string, rejects: Placed[]): Markup {
  const { read, unchanged, held, rejected, refused, warningsBy } = planned;
  const { counts, first, fields } = planned.plan;
  const changes = counts.new + counts.changed + counts.gone;
  return html`<h2>What the load would change</h2>
    <p role="status">${changes === 0 ? 'Nothing would change.' : `${records(changes)} would change.`}</p>
    ${facts([
      ['Rows', number(read)],
      ['New', number(counts.new)],
      ['Changed', number(counts.changed)],
      ['Deleted', (counts.gone > 0 && number(counts.gone)) || undefined],
      ['Unchanged', number(unchanged)],
      ['Held for review', held > 0 ? number(held) : undefined],
      ['Rejected', number(rejected)],
      [
        'Changed fields',
        Object.entries(fields)
          .map(([name, n]) => `${name} ${number(n)}`)
          .join(', '),
      ],
      [
        'Warnings',
        Object.entries(warningsBy)
          .map(([name, n]) => `${name} ${number(n)}`)
          .join(', '),
      ],
    ])}
    ${refused && html`<p class="error" role="alert">${named(refused.message)}</p>`}
    ${changes > 0 && !refused && action(context, `${path}/apply`, changes === 1 ? 'Store 1 change' : `Store ${number(changes)} changes`, { main: true })}
    ${viewFields('Changed', first.changed, counts.changed)} ${viewFields('New', first.new, counts.new)}
    ${viewKeys('Deleted', first.gone, counts.gone)}
    ${
      rejects.length > 0 &&
      html`<h3>Rejected</h3>
        <p>The load stores the other rows. You can correct these ones afterwards.</p>
        ${viewRejects(rejects)}`
    }`;
}

/** Returns the first records of an outcome with their fields, so that a person sees what the load reads. */
function viewFields(
  title: 'New' | 'Changed',
  first: Planned['plan']['first'][Lowercase<typeof title>],
  total: number,
): Markup | false {
  const lines = first.flatMap(({ key, fields = {} }) =>
    Object.entries(fields).map(([field, [before, after]]) => ({
      record: key.join(' '),
      field,
      before,
      after,
    })),
  );
  return (
    first.length > 0 &&
    html`<h3>${title}</h3>
      ${changedFields(title, lines, title === 'New' ? ['record', 'field', 'after'] : ['record', 'field', 'before', 'after'])}
      ${total > first.length && html`<p>And ${number(total - first.length)} more.</p>`}`
  );
}

const viewKeys = (title: string, lines: { key: string[] }[], total: number): Markup | false =>
  lines.length > 0 &&
  html`<h3>${title}</h3>
    <ul class="list">
      ${lines.map(({ key }) => html`<li>${named(key.join(' '))}</li>`)}
      ${total > lines.length && html`<li>and ${number(total - lines.length)} more</li>`}
    </ul>`;
