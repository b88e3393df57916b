import { html, Markup } from '@dossier/pages';
import type { Names } from './choices.ts';
import { optionsOf, sentence, type Form, type Option } from './forms.ts';
import type { Problems } from './make.ts';

/** What a publisher calls an option, where its name alone is not clear. */
const LABELS: Record<string, string> = {
  accent: 'Colour of lines',
  as_of: 'Values up to',
  baseline: 'Axis begins',
  background: 'Colour of the background',
  byline: 'Author',
  expires: 'Expiry',
  from: 'Values from',
  highlight: 'Highlight',
  index: 'Index',
  locale: 'Language',
  marks: 'Notes in the plot',
  numbers: 'Numbers',
  origins: 'Sites that may show it',
  source: 'Source line',
  sparklines: 'Line for each company',
  text: 'Colour of the text',
  title: 'Headline',
  top: 'Companies shown',
  view_type: 'Drawn as',
  x: 'Across',
  y: 'Upwards',
};

/** What a publisher calls a value, where its name alone is not clear. */
const VALUES: Record<string, Record<string, string>> = {
  baseline: { zero: 'At zero', data: 'Near the least value' },
  numbers: { full: 'In full', 0: 'No decimals', 1: '1 decimal', 2: '2 decimals', 3: '3 decimals' },
};

/** What a publisher reads below a field whose description names fields or values of requests. */
const HINTS: Record<string, string> = {
  baseline: 'If the axis of lines begins near the least value, the subtitle states it',
  from: 'Earlier values are left out. Not after the last day, and not in the future',
};

const labelOf = (name: string) => LABELS[name] ?? sentence(name.replaceAll('_', ' '));

/** Replaces names of fields in a problem by the labels of the page. Only names of fields contain a `_`. */
const inWords = (problem: string) =>
  problem.replaceAll(/\b[a-z]+(_[a-z]+)+\b/g, (name) => `“${labelOf(name)}”`);

/**
 * Returns the options of a form: what most publishers choose, and the others folded.
 * @param named the names that options are chosen from
 */
export function optionsView(
  form: Form,
  values: Record<string, string>,
  problems: Problems,
  named: Readonly<Record<string, Names>>,
): Markup {
  const options = optionsOf(form).flatMap((one) => {
    const own = named[one.name];
    if (!own) return [one];
    if (own.size < 2) return [];
    const isHighlight = one.name === 'highlight';
    const names = isHighlight ? new Map([['', 'None'], ...own]) : own;
    const hint = isHighlight
      ? 'Keeps its colour while the others are grey'
      : 'The other one is shown upwards';
    const values = [...names.keys()];
    return [{ ...one, type: 'choice' as const, values, names, hint, example: '', isUsual: true }];
  });
  // A range is read from its first day to its last.
  const isFirst = ({ name }: Option) => Number(name === 'from');
  const days = options.filter(({ type }) => type === 'date').sort((a, b) => isFirst(b) - isFirst(a));
  const words = options.filter(({ type, isUsual }) => isUsual && /text|number/.test(type));
  const choices = options.filter(({ type, isUsual }) => isUsual && type === 'choice');
  const usual = [...words, ...choices, ...days];
  const view = (one: Option) => fieldView(one, values[one.name] ?? '', problems[one.name]);
  const others = options.filter(({ isUsual }) => !isUsual);
  const open = others.some(({ name }) => name in values || name in problems);
  return html`<fieldset>
    <legend>Options</legend>
    <div class="fields">${usual.map(view)}</div>
    <details ${flag('open', open)}>
      <summary>More options</summary>
      <div class="fields">${others.map(view)}</div>
    </details>
  </fieldset>`;
}

function fieldView(option: Option, value: string, problem: string | undefined): Markup {
  const { name, example } = option;
  const hint = HINTS[name] ?? option.hint;
  const words = `${sentence(hint.replaceAll('`', ''))}${example === '' || option.type === 'date' ? '' : `; for example ${example}`}.`;
  return html`<div>
    <label for="${name}">${labelOf(name)}</label>
    ${controlView(option, value, problem)}
    ${errorView(name, problem && `${labelOf(name)} ${inWords(problem)}.`)}
    <p class="hint" id="${name}-hint">${words}</p>
  </div>`;
}

function controlView(
  { name, type, values, names }: Option,
  value: string,
  problem: string | undefined,
): Markup {
  const described =
    problem === undefined
      ? html`aria-describedby="${name}-hint"`
      : html`aria-invalid="true" aria-describedby="${name}-error ${name}-hint"`;
  if (type !== 'choice')
    return html`<input
      id="${name}"
      name="${name}"
      type="${type === 'date' ? 'date' : 'text'}"
      value="${value}"
      ${type === 'number' && html`inputmode="numeric"`}
      autocomplete="off"
      spellcheck="false"
      ${described}
    />`;
  // A wrong value of an address stays visible, with its error.
  const all = values.includes(value) || value === '' ? values : [...values, value];
  const choice = (one: string) =>
    html`<option value="${one}" ${flag('selected', one === value)}>
      ${names?.get(one) ?? nameOf(name, one)}
    </option>`;
  return html`<select id="${name}" name="${name}" ${described}>
    ${all.map(choice)}
  </select>`;
}

function nameOf(option: string, value: string): string {
  if (value === '') return 'Default';
  const known = VALUES[option]?.[value];
  if (known !== undefined) return known;
  if (option !== 'locale' || !/^[a-z]{2}$/.test(value)) return sentence(value);
  return sentence(new Intl.DisplayNames([value], { type: 'language' }).of(value) ?? value);
}

/** Returns the error of a wrong value, for its field. */
export const errorView = (id: string, problem: string | undefined): Markup | undefined =>
  problem === undefined ? undefined : html`<p class="error" id="${id}-error">${problem}</p>`;

/** Returns an attribute without a value, or nothing. */
export const flag = (name: string, on: boolean): Markup | undefined => (on ? new Markup(name) : undefined);
