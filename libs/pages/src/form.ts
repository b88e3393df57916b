import { html, type Markup } from './html.ts';

/** A field of a form. Its id is its name, so a page has each name once. */
export interface Field {
  name: string;
  label: string;
  value?: string | undefined;
  hint?: string;
  /** What is wrong with the value. */
  problem?: string | undefined;
}

export interface Choice {
  value: string;
  text: string;
}

/** Returns values as choices that show them as they are. */
export const asChoices = (values: readonly string[]): Choice[] =>
  values.map((value) => ({ value, text: value }));

/** Returns a field for text, a number or a day. */
export function input({
  type = 'text',
  placeholder,
  ...field
}: Field & { type?: 'text' | 'search' | 'date' | 'number' | 'password'; placeholder?: string }): Markup {
  const { name, value = '' } = field;
  return labelled(
    field,
    html`<input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      maxlength="500"
      ${type === 'password' && html`autocomplete="off"`}
      ${placeholder !== undefined && html`placeholder="${placeholder}"`}
      ${describe(field)}
    />`,
  );
}

/** Returns a field for a text of several lines. It sends line breaks as CRLF. */
export function area({ rows, ...field }: Field & { rows: number }): Markup {
  const { name, value = '' } = field;
  // Browsers drop a line break at the beginning of the contents.
  const contents = `\n${value}`;
  return labelled(
    field,
    html`<textarea id="${name}" name="${name}" rows="${rows}" ${describe(field)}>${contents}</textarea>`,
  );
}

/** Returns a list of which one entry is chosen. An empty value sends nothing that filters. */
export function select({ choices, ...field }: Field & { choices: Choice[] }): Markup {
  const { name, value = '' } = field;
  return labelled(
    field,
    html`<select id="${name}" name="${name}" ${describe(field)}>
      ${choices.map(
        (choice) =>
          html`<option value="${choice.value}" ${choice.value === value && html`selected`}>
            ${choice.text}
          </option>`,
      )}
    </select>`,
  );
}

/** Returns boxes of which several may be checked, each sending the same name. */
export const checks = (name: string, legend: string, choices: (Choice & { checked?: boolean })[]): Markup =>
  html`<fieldset>
    <legend>${legend}</legend>
    <div class="choices">
      ${choices.map(
        ({ value, text, checked }) =>
          html`<label>
            <input type="checkbox" name="${name}" value="${value}" ${checked && html`checked`} />${text}
          </label>`,
      )}
    </div>
  </fieldset>`;

/**
 * Returns the problems of which a form has no field, such as those of a cursor. The problem of a request as a whole has an
 * empty name.
 */
export const otherProblems = (problems: Record<string, string>, form: Markup): Markup[] =>
  Object.entries(problems)
    .filter(([name]) => !form.text.includes(`id="${name}-error"`))
    .map(([name, problem]) => html`<p class="error" role="alert">${name && `${name}: `}${problem}</p>`);

/** Returns the hidden fields that keep values which the form does not show. */
export const hidden = (values: Record<string, string>): Markup =>
  html`${Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`;

const labelled = ({ name, label, hint, problem }: Field, control: Markup): Markup =>
  html`<div>
    <label for="${name}">${label}</label>
    ${control} ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${problem !== undefined && html`<p class="error" id="${name}-error">${problem}</p>`}
  </div>`;

function describe({ name, hint, problem }: Field): Markup {
  const ids = [
    ...(problem === undefined ? [] : [`${name}-error`]),
    ...(hint === undefined ? [] : [`${name}-hint`]),
  ];
  return html`${problem !== undefined && html`aria-invalid="true"`}
  ${ids.length > 0 && html`aria-describedby="${ids.join(' ')}"`}`;
}
