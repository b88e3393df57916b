// This import comes first: it lets Lit hydrate what the server rendered.
import '@lit-labs/ssr-client/lit-element-hydrate-support.js';
import { reportHeight } from '../../scripts/height.ts';
import { ValuationChart } from './element.ts';

customElements.define('dossier-valuation-chart', ValuationChart);
reportHeight();
