import { html } from '@dossier/pages';
import type { Choices } from './choices.ts';
import { flag } from './view-options.ts';

/** Returns the forms to choose from. */
export const formsView = ({ forms, form }: Choices) =>
  html`<fieldset class="forms">
    <legend>Form</legend>
    ${form && html`<input type="hidden" name="shown" value="${form.name}" />`}
    ${forms.map(
      ({ name, title, about }) =>
        html`<label>
          <input
            type="radio"
            id="form-${name}"
            name="form"
            value="${name}"
            ${flag('checked', name === form?.name)}
          />
          <span>${title}<br /><span class="hint">${about}</span></span>
        </label>`,
    )}
  </fieldset>`;

/** Returns the datasets, or the columns of an own table, to choose from. */
export const datasetsView = ({ datasets, form }: Choices) =>
  html`<fieldset class="forms">
    <legend>
      ${datasets.every(({ ownTable }) => ownTable !== undefined) ? 'Columns of your table' : 'Datasets'}
    </legend>
    <p class="hint">
      ${form?.datasets.exactly === 2 ? 'Choose two, one for each axis.' : 'Choose up to 10 with one unit.'}
    </p>
    ${datasets.map(
      ({ id, name, metric, frequency, ofNames, isChosen }) =>
        html`<label>
          <input
            type="checkbox"
            id="dataset-${id}"
            name="datasets"
            value="${id}"
            ${flag('checked', isChosen)}
          />
          <span
            >${name}<br /><span class="hint"
              >${[metric, !ofNames && frequency].filter(Boolean).join(', ')}</span
            ></span
          >
        </label>`,
    )}
  </fieldset>`;
