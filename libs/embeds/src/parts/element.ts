import { LitElement, nothing, type TemplateResult } from 'lit';
import { spoken } from '../words/say.ts';
import { openLinks } from './links.ts';
import { readChart, type Readable } from './reader.ts';

/** The element of a widget. `data` is a property, or JSON in the attribute. Without data, the element is empty. */
export abstract class WidgetElement<Data> extends LitElement {
  static override properties = { data: { type: Object }, address: {} };

  declare data: Data | null;
  /** The address of the widget's page, for links to the data. */
  declare address: string | null;

  constructor() {
    super();
    this.data = null;
    this.address = null;
  }

  override render() {
    return this.data === null ? nothing : this.view(this.data);
  }

  /** Returns the contents. */
  protected abstract view(data: Data): TemplateResult;
}

/** The element of a chart that pointers and keyboards read. */
export abstract class ChartElement<Data> extends WidgetElement<Data> {
  private stop: (() => void) | undefined;

  /** Returns what to read in the chart that was drawn last, or undefined if it has no values. */
  protected abstract readable(data: Data): Readable | undefined;

  override updated(): void {
    this.stop?.();
    openLinks(this.renderRoot);
    const chart = this.data === null ? undefined : this.readable(this.data);
    this.stop = chart && readChart(this.renderRoot, spoken(chart));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
    this.stop = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.requestUpdate();
  }
}
