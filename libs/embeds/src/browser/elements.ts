import { barChartFace } from '../widgets/bar-chart/element.ts';
import { barChartData } from '../widgets/bar-chart/schema.ts';
import { companyCardFace } from '../widgets/company-card/element.ts';
import { companySummaryFace } from '../widgets/company-summary/element.ts';
import { companySummaryData } from '../widgets/company-summary/schema.ts';
import { datasetChartFace } from '../widgets/dataset-chart/element.ts';
import { datasetChartData } from '../widgets/dataset-chart/schema.ts';
import { rankingTableFace } from '../widgets/ranking-table/element.ts';
import { scatterChartFace } from '../widgets/scatter-chart/element.ts';
import { scatterChartData } from '../widgets/scatter-chart/schema.ts';
import { smallMultiplesFace } from '../widgets/small-multiples/element.ts';
import { comparisonData } from '../widgets/small-multiples/schema.ts';
import { valuationChartFace } from '../widgets/valuation-chart/element.ts';
import { valuationData } from '../widgets/valuation-chart/schema.ts';
import { valuationSparklineFace } from '../widgets/valuation-sparkline/element.ts';
import { valuationTableFace } from '../widgets/valuation-table/element.ts';
import { checked } from './checked.ts';

// Every widget of the package: its tag, the shape of its data, and its looks. Schemas, types, tags and the manifest follow
// from these classes, which have names because programs import them and the manifest describes them.

/**
 * A company's valuations over time, each with its source.
 *
 * @tag dossier-valuation-chart
 */
export class ValuationChartElement extends checked('valuation-chart', valuationData, valuationChartFace) {}

/**
 * A company's valuations as a table.
 *
 * @tag dossier-valuation-table
 */
export class ValuationTableElement extends checked('valuation-table', valuationData, valuationTableFace) {}

/**
 * A company's valuations as a line within a sentence, with the latest value.
 *
 * @tag dossier-valuation-sparkline
 */
export class ValuationSparklineElement extends checked(
  'valuation-sparkline',
  valuationData,
  valuationSparklineFace,
) {}

/**
 * A company's latest valuation with its day, its source and its history, for a box of 300 by 250 pixels.
 *
 * @tag dossier-company-card
 */
export class CompanyCardElement extends checked('company-card', valuationData, companyCardFace) {}

/**
 * What a company does, its latest figures and its people.
 *
 * @tag dossier-company-summary
 */
export class CompanySummaryElement extends checked(
  'company-summary',
  companySummaryData,
  companySummaryFace,
) {}

/**
 * Datasets as lines, columns or areas.
 *
 * @tag dossier-dataset-chart
 */
export class DatasetChartElement extends checked('dataset-chart', datasetChartData, datasetChartFace) {}

/**
 * A value for each of several names as bars, such as the funding rounds of a company.
 *
 * @tag dossier-bar-chart
 */
export class BarChartElement extends checked('bar-chart', barChartData, barChartFace) {}

/**
 * Two measures of several names, a dot for each.
 *
 * @tag dossier-scatter-chart
 */
export class ScatterChartElement extends checked('scatter-chart', scatterChartData, scatterChartFace) {}

/**
 * The valuations of several companies, each in a chart of its own on one scale.
 *
 * @tag dossier-small-multiples
 */
export class SmallMultiplesElement extends checked('small-multiples', comparisonData, smallMultiplesFace) {}

/**
 * Companies by valuation, the highest first.
 *
 * @tag dossier-ranking-table
 */
export class RankingTableElement extends checked('ranking-table', comparisonData, rankingTableFace) {}
