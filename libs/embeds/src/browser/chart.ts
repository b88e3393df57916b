import { css, html, isServer, LitElement, nothing, unsafeCSS } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { palette, paletteCss } from '../chart/palette.ts';
import type { Locale } from '../inputs/choices.ts';
import type { Brand } from '../inputs/data.ts';
import { coloursOf, familyOf, papersOf, themeOf } from '../chart/look.ts';
import type { Look } from '../inputs/options.ts';
import { hostStyles } from '../parts/styles.ts';
import * as markup from '../text/markup.ts';
import { linkAddress, plainText } from '../text/text.ts';
import { inSpeech, phrase } from '../words/say.ts';
import { envelopeProblem, type Kind, type Widget } from './kinds.ts';
import {
  dataProperty,
  localeProblem,
  parts,
  problemView,
  reportProblem,
  textProblem,
  type WidgetElement,
} from './checked.ts';

/** What the `.json` of an embed contains. */
export type Embed = Widget & { title?: string; look?: Look; brand?: Brand };

type Child = WidgetElement<unknown> & { papers?: unknown; numbers?: unknown };

const inherited = [...Object.keys(palette), 'font'].map((name) => `--${name}:inherit`).join(';');

/**
 * Any embed as an element. `src` is the signed address of its page, or `data` is what its `.json` contains.
 *
 * @tag dossier-chart
 *
 * @fires {CustomEvent} dossier-load - The element has read the data of `src`.
 * @fires {CustomEvent<{ message: string }>} dossier-error - The element cannot show its data. The message says why.
 *
 * @csspart title - The heading.
 * @csspart subtitle - The line below the heading.
 * @csspart legend - The names of the datasets or marks.
 * @csspart chart - The drawing.
 * @csspart table - The table of values.
 * @csspart notes - The sources, the day of the data and the links.
 * @csspart error - The error message.
 * @csspart brand - The name of the operator.
 *
 * @cssprop --paper - The background.
 * @cssprop --ink - The text.
 * @cssprop --muted - Text of less importance.
 * @cssprop --grid - Grid lines.
 * @cssprop --axis - Axes and rules.
 * @cssprop --line - The line of a chart without datasets, and links.
 * @cssprop --font - The font family.
 */
export class DossierChart extends LitElement {
  static override properties = {
    src: {},
    data: dataProperty,
    locale: {},
    headingLevel: { type: Number, attribute: 'heading-level' },
  };
  static override styles = css`
    ${hostStyles}
    :host(:state(inline)) {
      display: inline-block;
      vertical-align: middle;
    }
    .widget {
      flex: 1 0 auto;
      ${unsafeCSS(inherited)}
    }
    .brand {
      margin: 6px 0 0;
      color: var(--muted);
      font: 0.8125rem/1.45 var(--font);
    }
    .brand a {
      color: inherit;
    }
  `;

  /** The signed address of an embed. The element requests its data there. */
  declare src: string | null;
  /** What the `.json` of an embed contains. The element then requests nothing. */
  declare data: Embed | null;
  /** The language of words, numbers and dates; by default that of the embed. */
  declare locale: Locale | null;
  /** The level of the heading, from 1 to 6: 1 by default. */
  declare headingLevel: number | null;
  /** The error message; undefined if nothing is wrong. */
  problem: string | undefined;

  private loaded: { src: string; embed?: unknown; problem?: string } | undefined;
  private loading: { src: string; abort: AbortController } | undefined;
  private child: Child | undefined;
  private look: CSSStyleSheet | undefined;
  /** Set once the element has waited for its data. */
  private isLate = false;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private internals: ElementInternals | undefined;

  constructor() {
    super();
    this.src = null;
    this.data = null;
    this.locale = null;
    this.headingLevel = null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.loading?.abort.abort();
    this.loading = undefined;
    clearTimeout(this.waiting);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.waiting = setTimeout(() => {
      this.isLate = true;
      this.requestUpdate();
    }, PATIENCE_MS);
    // A request that was aborted begins again.
    if (this.hasUpdated) this.requestUpdate();
  }

  protected override willUpdate(): void {
    if (isServer) return;
    const embed = this.embed();
    this.problem = localeProblem(this.locale) ?? this.problemOf(embed);
    if (this.problem === undefined && embed) this.draw(embed as Embed);
    else this.child = undefined;
  }

  protected override render() {
    if (this.problem !== undefined) return problemView(this.problem);
    if (!this.child) return nothing;
    const { brand, look } = this.embed() as Embed;
    return html`${this.child}${brand ? unsafeHTML(inSpeech({ locale: this.locale ?? look?.locale }, () => brandView(brand)).text) : nothing}`;
  }

  protected override updated(): void {
    if (this.problem !== undefined) reportProblem(this, this.problem);
  }

  /** Returns what to draw, if it is known. Requests it if it is not. */
  private embed(): unknown {
    const { data, src } = this;
    if (data !== null && data !== undefined) return data;
    if (!src) return undefined;
    if (this.loaded?.src !== src) this.loaded = undefined;
    if (!this.loaded && this.loading?.src !== src && this.isConnected) void this.load(src);
    return this.loaded?.embed;
  }

  private problemOf(embed: unknown): string | undefined {
    if (embed === undefined) return this.loaded?.problem ?? this.missing();
    const problem = textProblem(embed) ?? envelopeProblem(embed);
    if (problem !== undefined) return problem;
    return (embed as Partial<Embed>).data == null ? 'data.data is missing.' : undefined;
  }

  /** Shows what the element lacks. Frameworks set `data` after they add the element, some of them after parsing. */
  private missing(): string | undefined {
    return this.isLate && !this.src
      ? 'Nothing to show: set src to the signed address of an embed, or data to the content of its .json.'
      : undefined;
  }

  private async load(src: string): Promise<void> {
    this.loading?.abort.abort();
    const abort = new AbortController();
    this.loading = { src, abort };
    const done = (found: { embed?: unknown; problem?: string }) => {
      if (abort.signal.aborted) return;
      this.loading = undefined;
      this.loaded = { src, ...found };
      this.requestUpdate();
      if (found.problem === undefined)
        this.dispatchEvent(new CustomEvent('dossier-load', { bubbles: true, composed: true }));
    };
    const address = addressOf(src);
    if (address === undefined)
      return done({ problem: `src must be the address of an embed (received "${src}").` });
    let response: Response;
    try {
      response = await fetch(`${address}.json`, { signal: abort.signal, credentials: 'omit' });
    } catch {
      return done({
        problem: `src cannot be read from ${new URL(address).origin}: no answer, or the embed does not allow this page. Check the address and its origins.`,
      });
    }
    if (!response.ok)
      return done({
        problem: `src returned ${response.status}: the address has expired, was revoked or is not complete. Request a new one.`,
      });
    try {
      done({ embed: await response.json() });
    } catch {
      done({ problem: 'src returned no JSON: it is not the address of an embed.' });
    }
  }

  /** Gives the embed to the element of its kind. */
  private draw(embed: Embed): void {
    const tag = `dossier-${embed.kind}`;
    if (this.child?.localName !== tag) this.child = document.createElement(tag) as Child;
    const { child } = this;
    const look = embed.look ?? {};
    child.className = 'widget';
    child.setAttribute('exportparts', [...Object.keys(parts), 'error'].join());
    child.locale = this.locale ?? look.locale ?? null;
    child.headingLevel = this.headingLevel;
    child.address = this.src ? (addressOf(this.src) ?? null) : null;
    child.papers = papersOf(look) ?? null;
    child.numbers = look.numbers;
    child.data = embed.data;
    this.internals ??= this.attachInternals();
    this.internals.states[embed.kind === INLINE ? 'add' : 'delete']('inline');
    const sheets = (this.renderRoot as ShadowRoot).adoptedStyleSheets;
    if (!this.look)
      (this.renderRoot as ShadowRoot).adoptedStyleSheets = [...sheets, (this.look = new CSSStyleSheet())];
    this.look.replaceSync(lookCss(look));
  }
}

/** How long an element without an address waits for its data before it shows an error. */
const PATIENCE_MS = 2_000;
const INLINE: Kind = 'valuation-sparkline';

/** Returns the address of the page of an embed without an ending, or undefined for other text. */
function addressOf(src: string): string | undefined {
  if (!URL.canParse(src, document.baseURI)) return undefined;
  const { protocol, origin, pathname } = new URL(src, document.baseURI);
  return /^https?:$/.test(protocol) ? origin + pathname.replace(/\.json$/, '') : undefined;
}

/** Returns the look of an embed as the style sheet of its element, which the styles of the page override. */
function lookCss(look: Look): string {
  const theme = themeOf(look);
  // The background may differ from the page's, so the contents do not reach its edge.
  const isBox = theme !== 'auto' || look.background !== undefined;
  const box = isBox
    ? ':host(:not(:state(inline))){box-sizing:border-box;padding:12px 16px;background:var(--paper)}'
    : '';
  const scheme = theme === 'auto' ? box : `${box}:host{color-scheme:${theme}}`;
  const font = look.font === undefined ? '' : `:host{--font:${familyOf(look)}}`;
  return scheme + font + paletteCss(':host', coloursOf(look));
}

function brandView({ name, url }: Brand) {
  const href = url === undefined ? undefined : linkAddress(url);
  const text = plainText(name);
  const link = href
    ? markup.html`<a href=${href} target="_blank" rel="noopener noreferrer">${text}</a>`
    : text;
  return markup.html`<p class="brand" part="brand">${phrase('By {name}', { name: link })}</p>`;
}
