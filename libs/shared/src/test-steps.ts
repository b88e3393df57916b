/** The steps of the sample that test keys see: what is committed at each, in order. The next step after the last is the first. */
export const testSteps = [
  {
    change: 'start',
    about: 'The sample as it begins. After the last step, this is a restore from a backup.',
  },
  { change: 'deletion', about: 'craigslist.org is deleted.' },
  { change: 'merge', about: 'stripe.dev, a second record of Stripe, is merged into stripe.com.' },
  { change: 'correction', about: 'The headquarters of stripe.com are corrected.' },
  { change: 'round', about: 'databricks.com raises a new round.' },
] as const;

export type TestChange = (typeof testSteps)[number]['change'];
