import {
  asChoices,
  filters,
  hidden,
  html,
  input,
  pager,
  pagesAround,
  select,
  type Markup,
} from '@dossier/pages';
import type { ListedMatch } from '@dossier/shared';
import { named } from '../../../views/words.ts';
import { may } from '../../../http/auth/roles.ts';
import { to, type Signed } from '../console.ts';
import { facts } from '../forms.ts';
import { flat, viewFindings, viewJudged } from './view-judged.ts';

/** How a row can name its company without being sure. */
export const WAYS = ['name', 'ticker', 'domain'] as const;

export interface ReviewPage {
  /** The filter as it was sent. */
  sent: Record<string, string>;
  matches: ListedMatch[];
  total: number;
  next: string | undefined;
  previous: string | undefined;
}

const any = { value: '', text: 'Any' };
const VERDICTS: Record<string, string> = { accepted: 'the same', rejected: 'different', pending: 'unsure' };
const KINDS = ['companies', 'datasets', 'filings', 'events', 'news', 'metrics'];

/** Returns the page of held matches, each with the row and the company beside each other. */
export const viewReview = (context: Signed, { sent, matches, total, next, previous }: ReviewPage): Markup =>
  html`<h1>Review</h1>
    <p>
      A row that names its company by a name, a ticker or a domain alone is held until a fact agrees. Decide
      whether both are the same company. Later loads follow the decision; a match without one stays here.
      <a href="${to(context, '/review/duplicates')}">Probable duplicates</a>
    </p>
    ${filters({
      ...{
        action: to(context, '/review'),
        title: 'Filter',
        button: 'Show matches',
        isOpen: Object.keys(sent).length > 0,
      },
      fields: [
        input({ name: 'source', label: 'Source', value: sent['source'] }),
        select({
          ...{ name: 'kind', label: 'Kind', value: sent['kind'] },
          choices: [any, ...asChoices(KINDS)],
        }),
        select({
          ...{ name: 'reason', label: 'Named by', value: sent['reason'] },
          choices: [any, ...asChoices(WAYS)],
        }),
        select({
          ...{ name: 'all', label: 'Decided ones', value: sent['all'] },
          choices: [
            { value: '', text: 'Hide' },
            { value: 'true', text: 'Show' },
          ],
        }),
      ],
    })}
    <p role="status">${total === 1 ? '1 match' : `${total.toLocaleString('en')} matches`}.</p>
    ${may(context.caller, 'editor') && viewBulk(context, sent, matches)}
    ${matches.map((match) => viewMatch(context, sent, match))} ${pager(pagesAround(previous, next))}`;

/** Returns the form that decides all open matches of a filter at once, if it names a source. */
const viewBulk = (context: Signed, sent: Record<string, string>, matches: ListedMatch[]): Markup | false =>
  sent['source'] !== undefined &&
  matches.some(({ status }) => status === 'pending') &&
  html`<details>
    <summary>Decide all open matches of this filter</summary>
    <form method="post" action="${to(context, '/review/all')}">
      ${hidden({ ...sent, token: context.session.form })}
      <p>Every open match of ${named(sent['source'])} that the filter finds, also those on other pages.</p>
      <p class="actions">
        <label for="because-all">Reason</label>
        <input id="because-all" name="because" maxlength="500" />
        <button name="decision" value="accept">All are the same</button>
        <button name="decision" value="reject">All are different</button>
      </p>
    </form>
  </details>`;

function viewMatch(context: Signed, sent: Record<string, string>, match: ListedMatch): Markup {
  const { id, name, company, row, agrees, contradicts, records, status, source, place, way, reason, judged } =
    match;
  const counts = Object.entries(records).map(([kind, n]) => `${n} ${kind}`);
  return html`<section class="item" aria-labelledby="match-${id}">
    <h2 id="match-${id}">${named(name)} = ${named(company.name)}?</h2>
    <p class="quiet">
      Match ${id}, ${status}${reason === null ? '' : html` (${named(reason)})`}, by ${way},
      ${named(source === '' ? place : `${source}, ${place}`)}.
      ${counts.length > 0 && `${counts.join(', ')} ${status === 'pending' ? 'held' : 'stored'}.`}
    </p>
    <div class="pair">
      <div>
        <h3>The row</h3>
        ${row === null ? html`<p>Not known.</p>` : facts(flat(row))}
      </div>
      <div>
        <h3>The company</h3>
        ${facts(flat(company))}
      </div>
    </div>
    ${viewFindings(agrees, contradicts)}
    ${
      judged !== null &&
      viewJudged(context, {
        ...{ id, judged, verdict: VERDICTS[status] ?? status },
        back: `/review${Object.keys(sent).length > 0 ? `?${new URLSearchParams(sent)}` : ''}`,
      })
    }
    ${may(context.caller, 'editor') && viewDecision(context, sent, match)}
  </section>`;
}

const viewDecision = (context: Signed, sent: Record<string, string>, { id, name }: ListedMatch): Markup =>
  html`<form method="post" action="${to(context, '/review')}">
    ${hidden({ ...sent, token: context.session.form, id: String(id) })}
    <p class="actions">
      <label for="because-${id}">Reason</label>
      <input id="because-${id}" name="because" maxlength="500" />
      <button name="decision" value="accept" aria-label="Same: ${name}">Same</button>
      <button name="decision" value="reject" aria-label="Different: ${name}">Different</button>
      <button name="decision" value="unsure" aria-label="Unsure: ${name}">Unsure</button>
    </p>
  </form>`;
