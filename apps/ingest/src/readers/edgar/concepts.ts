/** A kind of metric observation, and the XBRL tags of its value in company facts. */
export interface EdgarBase {
  /** The `base` of the observation. */
  base: string;
  /** The name in the snippet of the citation. */
  words: string;
  /**
   * Tags in tiers. Tags of one tier mean the same; the first that a filing has is used. A lower tier means something
   * similar, and is used only for periods without a tag of a higher tier.
   */
  tiers: string[][];
  /** Tags of which one may be a part of another: if they disagree in a filing, the largest value is the total. */
  nested?: string[];
}

/**
 * The concepts read from company facts. The tags are from the taxonomies us-gaap and ifrs-full
 * (https://xbrl.fasb.org, https://www.ifrs.org/issued-standards/ifrs-taxonomy). Where tags of a filing agree, `Revenues`
 * comes first; banks report revenue net of interest expense; SalesRevenueNet is the
 * tag of the years before ASC 606.
 */
export const edgarBases: EdgarBase[] = [
  {
    base: 'trailing_revenue',
    words: 'Revenue',
    tiers: [
      [
        'us-gaap:Revenues',
        'us-gaap:RevenuesNetOfInterestExpense',
        'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax',
        'us-gaap:SalesRevenueNet',
        'us-gaap:RevenueFromContractWithCustomerIncludingAssessedTax',
        'ifrs-full:Revenue',
        'ifrs-full:RevenueFromContractsWithCustomers',
      ],
    ],
    // Without the tag that is net of interest, and the one that includes taxes collected for the state.
    nested: [
      'us-gaap:Revenues',
      'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax',
      'us-gaap:SalesRevenueNet',
      'ifrs-full:Revenue',
      'ifrs-full:RevenueFromContractsWithCustomers',
    ],
  },
  { base: 'gross_profit', words: 'Gross profit', tiers: [['us-gaap:GrossProfit', 'ifrs-full:GrossProfit']] },
  {
    base: 'operating_income',
    words: 'Operating income',
    tiers: [['us-gaap:OperatingIncomeLoss', 'ifrs-full:ProfitLossFromOperatingActivities']],
  },
  {
    base: 'net_income',
    words: 'Net income',
    // The owners' share; the total including minorities only if a filing has nothing else.
    tiers: [
      ['us-gaap:NetIncomeLoss', 'ifrs-full:ProfitLossAttributableToOwnersOfParent'],
      ['us-gaap:ProfitLoss', 'ifrs-full:ProfitLoss'],
    ],
  },
  {
    base: 'research_and_development_expense',
    words: 'Research and development expense',
    tiers: [['us-gaap:ResearchAndDevelopmentExpense', 'ifrs-full:ResearchAndDevelopmentExpense']],
  },
  {
    base: 'operating_cash_flow',
    words: 'Net cash from operating activities',
    tiers: [
      [
        'us-gaap:NetCashProvidedByUsedInOperatingActivities',
        'ifrs-full:CashFlowsFromUsedInOperatingActivities',
      ],
    ],
  },
];
