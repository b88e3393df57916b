import { html, LitElement, nothing } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import type { Pair } from '../chart/colour.ts';
import type { Face } from '../parts/element.ts';
import { openLinks } from '../parts/links.ts';
import { readChart } from '../parts/reader.ts';
import { directionOf } from '../words/index.ts';
import { inSpeech, spoken } from '../words/say.ts';
import { locales, type Locale, type Numbers } from '../inputs/choices.ts';
import type * as z from 'zod/mini';
import { firstProblem, shown } from './check.ts';

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

/** Returns the element of a kind for pages that bring their own data: it checks them, and speaks several languages. */
export function checked<const K extends string, S extends z.ZodMiniType>(
  kind: K,
  schema: S,
  face: Face<z.infer<S>>,
): Constructor<WidgetElement<z.infer<S>>> & { readonly kind: K; readonly schema: S } {
  class Checked extends LitElement {
    static readonly kind = kind;
    static readonly schema = schema;
    static override properties = {
      data: dataProperty,
      address: {},
      papers: { type: Array },
      numbers: { attribute: false },
      locale: {},
      headingLevel: { type: Number, attribute: 'heading-level' },
    };
    static override styles = face.styles;
    declare data: z.infer<S> | null;
    declare address: string | null;
    declare papers: Pair | null;
    declare numbers: Numbers | undefined;
    declare locale: Locale | null;
    declare headingLevel: number | null;
    problem: string | undefined;
    private stops: (() => void)[] = [];

    constructor() {
      super();
      this.data = null;
      this.address = null;
      this.papers = null;
      this.locale = null;
      this.headingLevel = null;
    }

    override connectedCallback(): void {
      super.connectedCallback();
      if (this.hasUpdated) this.requestUpdate();
    }

    override disconnectedCallback(): void {
      super.disconnectedCallback();
      this.stop();
    }

    protected override willUpdate(): void {
      // Frameworks set the data to undefined while they wait for it.
      this.data ??= null;
    }

    protected override performUpdate(): void {
      inSpeech({ locale: this.locale ?? undefined, numbers: this.numbers }, () => super.performUpdate());
    }

    protected override render(): unknown {
      const { data, address, papers } = this;
      this.problem = localeProblem(this.locale) ?? this.dataProblem();
      if (this.problem !== undefined) return problemView(this.problem);
      if (data === null) return nothing;
      return unsafeHTML(face.view(data, { address, home: address, papers: papers ?? undefined }).text);
    }

    protected override updated(): void {
      this.stop();
      if (this.problem !== undefined) {
        reportProblem(this, this.problem);
        return;
      }
      const { data, renderRoot: root, papers } = this;
      openLinks(root);
      if (data !== null)
        this.stops = (face.read?.(data, root, papers ?? undefined) ?? []).map(([part, chart]) =>
          readChart(part, spoken(chart)),
        );
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

    private stop(): void {
      for (const stop of this.stops) stop();
      this.stops = [];
    }

    private dataProblem(): string | undefined {
      const { data } = this;
      return data === null ? undefined : (textProblem(data) ?? firstProblem(schema, data));
    }
  }
  return Checked;
}
