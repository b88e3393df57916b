import { filters, hidden, html, pager, pagesAround, select, type Markup } from '@dossier/pages';
import type { Duplicate } from '@dossier/shared';
import { named } from '../../../views/words.ts';
import { may } from '../../../http/auth/roles.ts';
import { to, type Signed } from '../console.ts';
import { facts } from '../forms.ts';
import { MAX_LISTED } from './page-of.ts';
import { flat, viewFindings, viewJudged } from './view-judged.ts';

export interface DuplicatesPage {
  /** The filter as it was sent. */
  sent: Record<string, string>;
  pairs: Duplicate[];
  /** How many pairs were listed: up to the end of this page, and one more if there is a next page. */
  found: number;
  next: string | undefined;
  previous: string | undefined;
}

/** Returns the page of companies that may be one, each pair beside each other. */
export const viewDuplicates = (
  context: Signed,
  { sent, pairs, found, next, previous }: DuplicatesPage,
): Markup =>
  html`<h1>Probable duplicates</h1>
    <p>
      Companies that share a name and that no country or founding year contradicts. A pair that is different
      returns when the record of one of both has changed.
      <a href="${to(context, '/review')}">Held matches</a>
    </p>
    ${filters({
      ...{ action: to(context, '/review/duplicates'), title: 'Filter', button: 'Show pairs' },
      isOpen: Object.keys(sent).length > 0,
      fields: [
        select({
          ...{ name: 'all', label: 'Different ones', value: sent['all'] },
          choices: [
            { value: '', text: 'Hide' },
            { value: 'true', text: 'Show' },
          ],
        }),
      ],
    })}
    <p role="status">
      ${(next !== undefined || found >= MAX_LISTED) && 'At least '}${found === 1 ? '1 pair' : `${found.toLocaleString('en')} pairs`}.
      ${found >= MAX_LISTED && `The pages list the first ${MAX_LISTED.toLocaleString('en')}. Others follow when you judge these.`}
    </p>
    ${pairs.map((pair, i) => viewPair(context, sent, pair, i))} ${pager(pagesAround(previous, next))}`;

function viewPair(context: Signed, sent: Record<string, string>, pair: Duplicate, place: number): Markup {
  const { id, name, companies, agrees, contradicts, status, judged, changed } = pair;
  return html`<section class="item" aria-labelledby="pair-${place}">
    <h2 id="pair-${place}">${named(name)}: ${named(companies[0].domain)} = ${named(companies[1].domain)}?</h2>
    <div class="pair">
      ${companies.map(
        (company) =>
          html`<div>
            <h3>${named(company.domain)}</h3>
            ${facts(flat(company))}
          </div>`,
      )}
    </div>
    ${viewFindings(agrees, contradicts)}
    ${
      id !== null &&
      judged !== null &&
      viewJudged(context, {
        ...{ id, judged, verdict: status === 'unsure' ? 'unsure' : 'different' },
        back: `/review/duplicates${sent['all'] ? '?all=true' : ''}`,
      })
    }
    ${changed.length > 0 && html`<p>Changed since then: ${named(changed.join(', '))}.</p>`}
    ${may(context.caller, 'editor') && viewDecision(context, sent, pair, place)}
  </section>`;
}

function viewDecision(
  context: Signed,
  sent: Record<string, string>,
  { companies: [one, other] }: Duplicate,
  place: number,
): Markup {
  const merge = (into: string, from: string) =>
    html`<a href="${to(context, `/records/merge?${new URLSearchParams({ into, from })}`)}"
      >Same: merge into ${named(into)}…</a
    >`;
  const pair = `${one.domain} and ${other.domain}`;
  return html`<p class="actions">${merge(one.domain, other.domain)} ${merge(other.domain, one.domain)}</p>
    <form method="post" action="${to(context, '/review/duplicates')}">
      ${hidden({ ...sent, token: context.session.form, one: one.domain, other: other.domain })}
      <p class="actions">
        <label for="because-${place}">Reason</label>
        <input id="because-${place}" name="because" maxlength="500" />
        <button name="decision" value="different" aria-label="Different: ${pair}">Different</button>
        <button name="decision" value="unsure" aria-label="Unsure: ${pair}">Unsure</button>
      </p>
    </form>`;
}
