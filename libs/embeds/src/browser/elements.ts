import { CompanyCard } from '../widgets/company-card/element.ts';
import { CompanySummary } from '../widgets/company-summary/element.ts';
import { DatasetChart } from '../widgets/dataset-chart/element.ts';
import { RankingTable } from '../widgets/ranking-table/element.ts';
import { SmallMultiples } from '../widgets/small-multiples/element.ts';
import { ValuationChart } from '../widgets/valuation-chart/element.ts';
import { ValuationSparkline } from '../widgets/valuation-sparkline/element.ts';
import { ValuationTable } from '../widgets/valuation-table/element.ts';
import { checked } from './checked.ts';

/** A company's valuations over time, each with its source. */
export class ValuationChartElement extends checked('valuation-chart', ValuationChart) {}

/** A company's valuations as a table. */
export class ValuationTableElement extends checked('valuation-table', ValuationTable) {}

/** A company's valuations as a line within a sentence, with the latest value. */
export class ValuationSparklineElement extends checked('valuation-sparkline', ValuationSparkline) {}

/** A company's latest valuation with its day, its source and its history, for a box of 300 by 250 pixels. */
export class CompanyCardElement extends checked('company-card', CompanyCard) {}

/** What a company does, its latest figures and its people. */
export class CompanySummaryElement extends checked('company-summary', CompanySummary) {}

/** Datasets as lines, columns or areas. */
export class DatasetChartElement extends checked('dataset-chart', DatasetChart) {}

/** The valuations of several companies, each in a chart of its own on one scale. */
export class SmallMultiplesElement extends checked('small-multiples', SmallMultiples) {}

/** Companies by valuation, the highest first. */
export class RankingTableElement extends checked('ranking-table', RankingTable) {}
