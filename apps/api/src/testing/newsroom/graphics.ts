/** A typical graphic of a newsroom: its table or its companies, and what is typed into the fields of the builder. */
export type Graphic = {
  form: string;
  table?: string;
  companies?: string;
  fields: [name: string, typed: string][];
};

/** Chooses the last entry of a list. */
export const LAST = '{End}';

const all = 'acme,bolt,crane,delta,ember,fjord';

export const graphics: Record<string, Graphic> = {
  'column chart in German': {
    form: 'datasets',
    table: 'Jahr,Umsatz (USD million)\n2019,40\n2020,36\n2021,58\n2022,91\n2023,140\n2024,212\n2025E,260',
    fields: [
      ['title', 'Der Umsatz hat sich in zwei Jahren verdoppelt'],
      ['view_type', 'Col'],
      ['locale', 'Deu'],
    ],
  },
  'stacked columns with one part in colour': {
    form: 'datasets',
    table:
      'Year,Robots (USD million),Drones (USD million),Software (USD million)\n2021,10,4,1\n2022,12,6,4\n2023,14,7,9\n2024,15,9,17',
    fields: [
      ['title', 'Software drives growth'],
      ['view_type', 'Stac'],
      ['highlight', 'Soft'],
    ],
  },
  'stacked areas of shares': {
    form: 'datasets',
    table:
      'Year,North America (%),Europe (%),Asia (%)\n2018,70,22,8\n2020,61,25,14\n2022,52,27,21\n2024,44,28,28',
    fields: [
      ['title', 'Asia is catching up'],
      ['view_type', 'Are'],
    ],
  },
  'lines with a shaded range and a note': {
    form: 'datasets',
    table:
      'Quarter,Orders\nQ1 2019,80\nQ2 2019,84\nQ3 2019,90\nQ4 2019,97\nQ1 2020,71\nQ2 2020,40\nQ3 2020,55\nQ4 2020,76\nQ1 2021,93\nQ2 2021,108',
    fields: [
      ['title', 'Orders have recovered'],
      ['marks', '2020-03-15 to 2020-09-30 Plants closed; 2021-03-31 New factory'],
    ],
  },
  'lines with one company in colour': {
    form: 'datasets',
    table:
      'Month,Acme,Bolt,Crane,Delta\n2024-01,10,22,31,8\n2024-04,14,23,30,9\n2024-07,19,22,31,8\n2024-10,27,24,29,9\n2025-01,36,23,30,10',
    fields: [
      ['title', 'Acme has overtaken everyone'],
      ['subtitle', 'Robots installed, in thousands'],
      ['note', 'Robots that the companies rent out are included'],
      ['highlight', 'Acm'],
    ],
  },
  'steps of prices': {
    form: 'datasets',
    table: 'Day,Price (EUR)\n2022-01-01,49\n2022-09-15,59\n2023-06-01,79\n2024-02-01,69\n2024-11-20,89',
    fields: [
      ['title', 'A licence costs almost twice as much'],
      ['view_type', 'Ste'],
    ],
  },
  'growth as an index': {
    form: 'datasets',
    table:
      'Year,Acme (USD million),Bolt (USD million)\n2020,2,150\n2021,5,160\n2022,11,190\n2023,16,220\n2024,25,260',
    fields: [
      ['title', 'From small to large'],
      ['index', '1'],
    ],
  },
  'bars of names with one in colour': {
    form: 'datasets-bars',
    table: 'Sector,Robots sold\nLogistics,41000\nHospitals and laboratories,18500\nKitchens,3200\nFarms,1100',
    fields: [
      ['title', 'Warehouses buy most robots'],
      ['highlight', 'Log'],
      ['source', 'Own survey'],
    ],
  },
  'bars of two columns, below zero': {
    form: 'datasets-bars',
    table: 'Company,Margin 2023 (%),Margin 2024 (%)\nAcme,12,15.5\nBolt,-8,3\nCrane,,-2.5',
    fields: [['title', 'Bolt is out of the red']],
  },
  'scatter plot of two measures with one in colour': {
    form: 'datasets-scatter',
    table:
      'Region,Employees,Robots sold\nNorth America,900,41000\nEurope,1250,18500\nAsia,1600,32000\nAfrica,120,1100',
    fields: [
      ['title', 'Asia sells most with most people'],
      ['highlight', 'Asi'],
    ],
  },
  'bars of funding rounds': {
    form: 'company-data-rounds',
    companies: 'acme',
    fields: [
      ['title', 'Every round was larger'],
      ['byline', 'Ana Ruiz'],
    ],
  },
  'valuations on a logarithmic scale with one in colour': {
    form: 'company-data-comparison',
    companies: 'acme,bolt,crane',
    fields: [
      ['title', 'Two ways to ten billion'],
      ['note', 'Valuations of funding rounds'],
      ['highlight', 'Bol'],
      ['scale', 'Log'],
    ],
  },
  'small multiples': {
    form: 'company-data-multiples',
    companies: all,
    fields: [
      ['title', 'Six makers of robots, six ways'],
      ['source', 'Company reports'],
    ],
  },
  'ranking of the four highest in Arabic': {
    form: 'company-data-ranking',
    companies: all,
    fields: [
      ['title', 'أغلى صانعي الروبوتات'],
      ['top', '4'],
      ['locale', LAST],
    ],
  },
  'table with a small line for each company': {
    form: 'company-data-ranking',
    companies: all,
    fields: [
      ['title', 'The most valuable makers of robots'],
      ['sparklines', 'Yes'],
    ],
  },
  'scatter plot with one company in colour': {
    form: 'company-data-scatter',
    companies: all,
    fields: [
      ['title', 'Ember is worth more than its funding explains'],
      ['highlight', 'Emb'],
    ],
  },
};
