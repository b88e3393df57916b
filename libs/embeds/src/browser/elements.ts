import { CompanyCard } from '../widgets/company-card/element.ts';
import { CompanySummary } from '../widgets/company-summary/element.ts';
import { DatasetChart } from '../widgets/dataset-chart/element.ts';
import { RankingTable } from '../widgets/ranking-table/element.ts';
import { SmallMultiples } from '../widgets/small-multiples/element.ts';
import { ValuationChart } from '../widgets/valuation-chart/element.ts';
import { ValuationSparkline } from '../widgets/valuation-sparkline/element.ts';
import { ValuationTable } from '../widgets/valuation-table/element.ts';
import { checked } from './checked.ts';

/**
 * A company's valuations over time, each with its source.
 *
 * @tag dossier-valuation-chart
 */
export class ValuationChartElement extends checked('valuation-chart', ValuationChart) {}

/**
 * A company's valuations as a table.
 *
 * @tag dossier-valuation-table
 */
export class ValuationTableElement extends checked('valuation-table', ValuationTable) {}

/**
 * A company's valuations as a line within a sentence, with the latest value.
 *
 * @tag dossier-valuation-sparkline
 */
export class ValuationSparklineElement extends checked('valuation-sparkline', ValuationSparkline) {}

/**
 * A company's latest valuation with its day, its source and its history, for a box of 300 by 250 pixels.
 *
 * @tag dossier-company-card
 */
export class CompanyCardElement extends checked('company-card', CompanyCard) {}

/**
 * What a company does, its latest figures and its people.
 *
 * @tag dossier-company-summary
 */
export class CompanySummaryElement extends checked('company-summary', CompanySummary) {}

/**
 * Datasets as lines, columns or areas.
 *
 * @tag dossier-dataset-chart
 */
export class DatasetChartElement extends checked('dataset-chart', DatasetChart) {}

/**
 * The valuations of several companies, each in a chart of its own on one scale.
 *
 * @tag dossier-small-multiples
 */
export class SmallMultiplesElement extends checked('small-multiples', SmallMultiples) {}

/**
 * Companies by valuation, the highest first.
 *
 * @tag dossier-ranking-table
 */
export class RankingTableElement extends checked('ranking-table', RankingTable) {}
