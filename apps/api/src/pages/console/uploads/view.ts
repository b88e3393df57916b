import { html, input, select, type Markup } from '@dossier/pages';
import { UPLOAD_LIMIT } from '../../../http/request/upload.ts';
import { named } from '../../../views/words.ts';
import { to, type Signed } from '../console.ts';
import { action } from '../forms.ts';
import { kindChoices } from '../kinds.ts';
import type { Placed } from '../rejects/rejects.ts';
import { withoutFolders, type State } from './folder.ts';
import { fieldOf } from './mapping.ts';
import { viewPlan } from './view-plan.ts';

/** Returns the form that begins a load. */
export const viewNew = (
  context: Signed,
  { rows = '', kind = '', problem }: { rows?: string; kind?: string; problem?: string },
): Markup =>
  html`<h1>Load a file</h1>
    <p>
      A table, a spreadsheet, JSON or YAML, at most ${UPLOAD_LIMIT.text}; it may be compressed with gzip.
      Nothing is stored before you have seen the plan. Load larger files with <code>npm run ingest</code>.
    </p>
    ${action(context, '/loads/new', 'Continue', {
      ...{ main: true, hasFile: true },
      fields: html`<div>
          <label for="file">File</label>
          <input
            id="file"
            name="file"
            type="file"
            required
            ${problem !== undefined && html`aria-invalid="true" aria-describedby="file-error"`}
          />
          ${problem !== undefined && html`<p class="error" id="file-error">${named(withoutFolders(context, problem))}</p>`}
        </div>
        ${select({
          ...{ name: 'rows', label: 'Rows', value: rows },
          hint: 'A mapping states the field of each column.',
          choices: [
            { value: '', text: 'Have their own columns: draft a mapping' },
            { value: 'records', text: 'Are records with the fields of Dossier' },
          ],
        })}
        ${select({
          ...{ name: 'kind', label: 'Kind', value: kind },
          choices: [{ value: '', text: 'Recognize it' }, ...kindChoices],
        })}`,
    })}
    <p class="actions"><a href="${to(context, '/loads')}">Back to the loads</a></p>`;

interface Shown {
  /** Why the last step failed. */
  problem: string | undefined;
  rejects: Placed[];
  run: { id: number; outcome: string; message: string | null } | undefined;
  progress: { read: number; rejected: number } | undefined;
}

/** Returns the page of an upload: the questions of its mapping, its plan, or the progress of its load. */
export function viewUpload(
  context: Signed,
  state: State,
  { problem, run, progress, rejects }: Shown,
): Markup {
  const path = `/loads/new/${state.id}`;
  if (run?.outcome === 'running') return viewRunning(context, state, run.id, progress);
  const hasQuestions = state.mapping !== undefined && state.mapping.questions.length > 0;
  const failed = problem ?? (run && `Run ${run.id}: ${run.message ?? run.outcome}`);
  return html`<h1>Load ${named(state.name)}</h1>
    ${failed !== undefined && html`<p class="error pre" role="alert">${named(withoutFolders(context, failed))}</p>`}
    ${hasQuestions && viewQuestions(context, state, path)}
    ${state.plan && !hasQuestions && viewPlan(context, state.plan, path, rejects)}
    ${state.mapping && !hasQuestions && viewMapping(context, state.mapping.text, path, state.plan === undefined)}
    ${action(context, `${path}/discard`, 'Discard the file')}`;
}

const viewRunning = (context: Signed, state: State, run: number, progress: Shown['progress']): Markup =>
  html`<h1>Load ${named(state.name)}</h1>
    <p role="status">
      Run ${run} stores the rows: ${(progress?.read ?? 0).toLocaleString('en')} read,
      ${(progress?.rejected ?? 0).toLocaleString('en')} rejected. The page shows the current state every 2
      seconds.
    </p>
    <p class="actions">
      <a href="${to(context, `/loads/new/${state.id}`)}">Show the current state</a>
      <a href="${to(context, `/loads/${run}`)}">The run</a>
    </p>`;

function viewQuestions(context: Signed, { kind, mapping }: State, path: string): Markup {
  const { text, questions } = mapping!;
  return html`<h2>Questions about the file</h2>
    <p>
      The draft reads the rows as ${named(kind)}. Each answer is a line of the mapping: keep it if it is
      right, correct it, or clear it to leave it out.
    </p>
    <div class="questions">
      ${action(context, `${path}/answers`, 'Show what the load would change', {
        main: true,
        fields: html`${questions.map((question) =>
          input({
            ...{
              name: fieldOf(question),
              label: `${question.question.charAt(0).toUpperCase()}${question.question.slice(1)}`,
            },
            value: question.drafted?.trim(),
          }),
        )}`,
      })}
    </div>
    <details>
      <summary>The whole draft</summary>
      <pre tabindex="0" aria-label="The draft">${text}</pre>
    </details>`;
}

const viewMapping = (context: Signed, text: string, path: string, isOpen: boolean): Markup =>
  html`<details ${isOpen && html`open`}>
    <summary>The mapping</summary>
    ${action(context, `${path}/mapping`, 'Show what the load would change', {
      main: isOpen,
      fields: html`<div class="whole">
        <label for="mapping">Mapping</label>
        <textarea
          id="mapping"
          name="mapping"
          rows="${Math.min(30, text.split('\n').length + 1)}"
          spellcheck="false"
        >
${text}</textarea>
      </div>`,
    })}
  </details>`;
