/** A kind of metric observation, and the tags of XBRL that hold its value in company facts. */
export interface EdgarBase {
  /** The `base` of the observation. */
  base: string;
  /** In our words, for the snippet of the citation. */
  words: string;
  /**
   * Tags in tiers. Tags of one tier mean the same; in one filing the first that it has is taken. A lower tier means
   * something near, and serves only periods of which no tag of a higher tier says anything.
   */
  tiers: string[][];
}

/**
 * What is read of company facts. Tags are those of the taxonomies us-gaap and ifrs-full
 * (https://xbrl.fasb.org, https://www.ifrs.org/issued-standards/ifrs-taxonomy). `Revenues` is the total where a
 * filing also tags its revenue from contracts; banks report revenue net of interest expense; SalesRevenueNet is the
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
    // The owners' share; the whole, with that of minorities, only where nothing else is said.
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
