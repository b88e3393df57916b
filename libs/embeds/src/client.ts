// The first import: it teaches Lit to take over what the server drew.
import '@lit-labs/ssr-client/lit-element-hydrate-support.js';
import { DatasetChart } from './elements/dataset-chart.ts';
import { ValuationChart } from './elements/valuation-chart.ts';

// Only the charts: the other widgets have nothing that script would add to.
customElements.define('dossier-dataset-chart', DatasetChart);
customElements.define('dossier-valuation-chart', ValuationChart);
