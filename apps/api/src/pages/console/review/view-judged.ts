import { hidden, html, type Markup } from '@dossier/pages';
import type { Judged } from '@dossier/shared';
import { named } from '../../../views/words.ts';
import { may } from '../../../http/auth/roles.ts';
import { to, type Signed } from '../console.ts';
import { time } from '../forms.ts';

/** Returns who judged before and why, with buttons that reopen this judgement or all of its run. */
export const viewJudged = (
  context: Signed,
  { id, judged, verdict, back }: { id: number; judged: Judged; verdict: string; back: string },
): Markup => {
  const { by, at, because, run } = judged;
  const reopen = (values: Record<string, string>, button: string, label: string) =>
    html`<form method="post" action="${to(context, '/review/reopen')}">
      ${hidden({ ...values, back, token: context.session.form })}
      <button aria-label="${label}">${button}</button>
    </form>`;
  return html`<p>
      Judged ${verdict} by ${named(by ?? 'somebody')} on
      ${time(at)}${because !== null && html`, because ${named(because)}`}${
        run !== null && html`, in <a href="${to(context, `/loads/${run}`)}">run ${run}</a>`
      }.
    </p>
    ${
      may(context.caller, 'editor') &&
      html`<div class="actions">
        ${reopen({ id: String(id) }, 'Reopen', `Reopen judgement ${id}`)}
        ${run !== null && reopen({ run: String(run) }, `Reopen all of run ${run}`, `Reopen all judgements of run ${run}`)}
      </div>`
    }`;
};

/** Returns what agrees and contradicts. */
export const viewFindings = (agrees: string[], contradicts: string[]): Markup => {
  const list = (title: string, className: string, items: string[]) =>
    items.length > 0 &&
    html`<p>
      <span class="${className}">${title}:</span>
      ${items.map((item, i) => html`${i > 0 && '; '}${named(item)}`)}
    </p>`;
  return html`${list('Agrees', 'good', agrees)} ${list('Contradicts', 'bad', contradicts)}`;
};

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Returns the values of a record with their names: `data.name`. Empty values and lists have no entry. */
export function flat(record: object, prefix = ''): [string, Markup][] {
  return Object.entries(record).flatMap(([name, value]): [string, Markup][] => {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    if (typeof value === 'object' && !Array.isArray(value)) return flat(value as object, `${prefix}${name}.`);
    const text = isTexts(value)
      ? value.join('; ')
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);
    return [[`${prefix}${name}`, named(text)]];
  });
}
