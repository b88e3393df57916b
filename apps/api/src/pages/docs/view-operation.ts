import { html, prose, words, type Markup } from '@dossier/pages';
import { resolve, type OpenApiDocument, type Operation } from '../../openapi/index.ts';
import { fieldsOf, typeOf, type Field } from './fields.ts';
import { viewCode } from './markdown.ts';
import { isTryable, tryForm } from './try/form.ts';
import { requestFields, successesOf } from './operation-fields.ts';
import { shapePage, type Family, type Listed, type ListFile } from './reference.ts';

/** Returns the address of a page below `/docs`. */
export type Address = (page: string) => string;

/** Returns the page of an operation: examples, then its request and response. Wide screens show the examples on the right. */
export function viewOperation(document: OpenApiDocument, listed: Listed, to: Address): Markup {
  const { operation, method, path, file } = listed;
  const { summary, description = '', deprecated, security, requestBody } = operation;
  return html`<h1>${summary}</h1>
    <p class="address">
      <b>${method}</b> <code>${path}</code> ${deprecated && html`<em>deprecated</em>`}
      ${security.length === 0 && html`<em>no key needed</em>`}
    </p>
    ${prose(description)} ${file && viewFile(file, to)}
    <div class="halves">
      <div class="examples">
        ${(operation['x-codeSamples'] ?? []).map(
          ({ label, source }, i) =>
            html`<details name="sample" ${i === 0 && html`open`}>
              <summary>${label}</summary>
              ${viewCode(source)}
            </details>`,
        )}
        ${file?.sample && viewCode(file.sample, 'As a file')} ${viewExample(document, operation)}
      </div>
      <div>
        ${
          isTryable(listed) &&
          html`<details>
            <summary>Try it</summary>
            ${tryForm(listed, to(`try/${operation.operationId}`))}
          </details>`
        }
        ${requestFields(document, operation).map(({ title, fields }) => viewFields(title, fields, to))}
        ${requestBody && html`<p class="hint">The body may be ${Object.keys(requestBody.content).join(', ')}.</p>`}
        ${viewSuccesses(document, operation, to)} ${viewErrors(document, operation, to)}
      </div>
    </div>`;
}

/** Returns the sentence that names the files of a list. */
const viewFile = ({ csv, ndjson }: ListFile, to: Address): Markup =>
  html`<p>
    All rows of its filters in
    <a href="${to('partners/paging')}#download-all-rows-as-csv-or-ndjson">one file</a>:
    <code>${csv}</code> and <code>${ndjson}</code>
  </p>`;

/** Returns a list of fields under a heading. */
export const viewFields = (heading: string, fields: Field[], to: Address): Markup | false =>
  fields.length > 0 &&
  html`<h2>${heading}</h2>
    <ul class="fields">
      ${fields.map(
        ({ path, type, limits, note, meaning, example, shapes }) =>
          html`<li>
            <code>${path}</code>
            <small
              >${[type, limits].filter(Boolean).join(', ')}${note && html` · <b>${words(note)}</b>`}</small
            >
            <p>
              ${words(meaning)}${example !== undefined && html` <small>For example <code>${example}</code></small>`}
              ${shapes.map((name) => html` <a href="${to(shapePage(name))}">Fields of ${name}</a>`)}
            </p>
          </li>`,
      )}
    </ul>`;

const viewSuccesses = (document: OpenApiDocument, operation: Operation, to: Address): Markup[] =>
  successesOf(operation).map(({ title, type, schema }) => {
    const fields = fieldsOf(document, schema, 'response');
    return fields.length > 0
      ? html`${viewFields(title, fields, to)}`
      : html`<h2>${title}</h2>
          <p><code>${type}</code>, ${typeOf(document, schema)}</p>`;
  });

/** Returns the errors of an operation, which one page explains. */
function viewErrors(document: OpenApiDocument, { responses }: Operation, to: Address): Markup {
  const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return html`<h2>Errors</h2>
    <ul class="errors">
      ${errors.map(([status, given]) => {
        const { description = '' } = resolve(document, given);
        const codes = [...description.matchAll(/^- `(\w+)`/gm)].map(([, code]) => code!);
        return html`<li>
          ${status}:
          ${codes.map((code, i) => html`${i > 0 && ', '}<a href="${to('errors')}#${code}">${code}</a>`)}
        </li>`;
      })}
    </ul>`;
}

function viewExample(document: OpenApiDocument, { responses }: Operation): Markup | false {
  const [, given] = Object.entries(responses).find(([status]) => Number(status) < 300) ?? [];
  const [media] = Object.entries((given && resolve(document, given).content) ?? {});
  if (!media || media[0] !== 'application/json') return false;
  return viewCode(JSON.stringify(media[1].example, null, 2), 'The response');
}

/** Returns the page of a section: its operations, each with what it does. */
export const viewFamily = ({ name, operations }: Family, to: Address): Markup =>
  html`<h1>${name}</h1>
    <ul class="list">
      ${operations.map(
        ({ page, method, path, operation }) =>
          html`<li>
            <a href="${to(page)}">${operation.summary}</a>
            <small><b>${method}</b> <code>${path}</code></small>
            ${prose(operation.description ?? '')}
          </li>`,
      )}
    </ul>`;

/** Returns the page of a named shape. */
export function viewShape(document: OpenApiDocument, name: string, to: Address): Markup {
  const schema = document.components.schemas[name]!;
  const direction = name.endsWith('Body') ? 'request' : 'response';
  const fields = fieldsOf(document, schema, direction);
  return html`<h1>${name}</h1>
    ${schema.description && html`<p>${words(schema.description)}</p>`}
    ${fields.length > 0 ? viewFields('Fields', fields, to) : html`<p>${typeOf(document, schema)}</p>`}`;
}
