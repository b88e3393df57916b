// The first import: it teaches Lit to take over what the server drew.
import '@lit-labs/ssr-client/lit-element-hydrate-support.js';
import { DatasetChart } from '../elements/dataset-chart.ts';
import { tellHeight } from './height.ts';

customElements.define('dossier-dataset-chart', DatasetChart);
tellHeight();
