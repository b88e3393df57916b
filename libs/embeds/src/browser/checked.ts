import { html, type LitElement } from 'lit';
import { directionOf } from '../words/index.ts';
import { inLocale } from '../words/say.ts';
import { locales, type Locale } from '../choices.ts';
import { problemOf, shown, type Kind, type WidgetData } from './check.ts';

/** What every element of a widget has. */
export interface WidgetElement<Data> extends LitElement {
  /** The data to draw: a property, or JSON in the attribute. */
  data: Data | null;
  /** The signed address of an embed, under which the element offers the data. */
  address: string | null;
  /** The language of words, numbers and dates: `en`, `de`, `fr`, `es`, `ja` or `ar`. English by default. */
  locale: Locale | null;
  /** The level of the heading, from 1 to 6: 1 by default. */
  headingLevel: number | null;
  /** The error message about the data or the language; undefined if nothing is wrong. */
  readonly problem: string | undefined;
}
type Constructor<Element> = { new (): Element } & Pick<typeof LitElement, 'styles' | 'properties'>;

/** Dispatches `dossier-error` with a problem. */
export const reportProblem = (element: HTMLElement, message: string) =>
  element.dispatchEvent(
    new CustomEvent('dossier-error', { detail: { message }, bubbles: true, composed: true }),
  );

/** Returns the problem as markup in place of the widget. */
export const problemView = (problem: string) => html`<p role="alert" part="error">${problem}</p>`;

/** The names of the parts that pages can style, each with its selector. */
export const parts = {
  title: 'h1',
  subtitle: '.subtitle',
  legend: '.keys, .legend',
  chart: 'figure, .spark',
  table: 'table',
  notes: 'footer',
};

/** Returns what is wrong with the language of an element; undefined if nothing is. */
export const localeProblem = (locale: string | null) =>
  locale === null || (locales as readonly string[]).includes(locale)
    ? undefined
    : `locale must be one of ${locales.join(', ')} (received ${shown(locale)}).`;

/** Parses JSON. Returns any other text unchanged, so that `textProblem` reports it. */
function fromJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
/** How an element reads its `data` attribute. */
export const dataProperty = { converter: { fromAttribute: fromJson } };

/** Returns the problem of data that are text: only the attribute may contain text, and only as JSON. */
export const textProblem = (data: unknown) =>
  typeof data === 'string'
    ? `data must be an object, or valid JSON in the attribute (received ${shown(data)}).`
    : undefined;

interface Drawn extends LitElement {
  data: unknown;
  address: string | null;
}

/** Returns the element of a kind for pages that bring their own data: it checks them, and speaks several languages. */
export function checked<K extends Kind>(
  kind: K,
  Drawn: Constructor<Drawn>,
): Constructor<WidgetElement<WidgetData[K]>> {
  class Checked extends Drawn {
    static override properties = {
      ...Drawn.properties,
      data: dataProperty,
      locale: {},
      headingLevel: { type: Number, attribute: 'heading-level' },
    };
    declare locale: Locale | null;
    declare headingLevel: number | null;
    problem: string | undefined;

    constructor() {
      super();
      this.locale = null;
      this.headingLevel = null;
    }

    protected override willUpdate(): void {
      // Frameworks set the data to undefined while they wait for it.
      this.data ??= null;
    }

    protected override performUpdate(): void {
      inLocale(this.locale ?? undefined, () => super.performUpdate());
    }

    protected override render(): unknown {
      this.problem = localeProblem(this.locale) ?? this.dataProblem();
      return this.problem === undefined ? super.render() : problemView(this.problem);
    }

    protected override updated(changed: Map<PropertyKey, unknown>): void {
      if (this.problem !== undefined) {
        reportProblem(this, this.problem);
        return;
      }
      super.updated(changed);
      const root = this.renderRoot;
      for (const [part, selector] of Object.entries(parts))
        for (const element of root.querySelectorAll(selector)) element.part.add(part);
      const [content] = root.querySelectorAll<HTMLElement>('article, .in-line');
      if (!content) return;
      content.lang = this.locale ?? 'en';
      content.dir = directionOf(this.locale ?? undefined);
      const { headingLevel } = this;
      if (headingLevel === null) return;
      for (const heading of content.querySelectorAll('h1, h2'))
        heading.ariaLevel = String(headingLevel + Number(heading.localName[1]) - 1);
    }

    private dataProblem(): string | undefined {
      const { data } = this;
      return data === null ? undefined : (textProblem(data) ?? problemOf(kind, data));
    }
  }
  return Checked as unknown as Constructor<WidgetElement<WidgetData[K]>>;
}
