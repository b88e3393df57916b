import { CompanySummary } from './elements/company-summary.ts';
import { DatasetChart } from './elements/dataset-chart.ts';
import { ValuationChart } from './elements/valuation-chart.ts';
import { ValuationTable } from './elements/valuation-table.ts';

const elements: Record<string, CustomElementConstructor> = {
  'dossier-company-summary': CompanySummary,
  'dossier-dataset-chart': DatasetChart,
  'dossier-valuation-chart': ValuationChart,
  'dossier-valuation-table': ValuationTable,
};

// What importing this module is for: of all modules it is the only one that changes anything.
for (const [name, element] of Object.entries(elements)) {
  if (!customElements.get(name)) customElements.define(name, element);
}
