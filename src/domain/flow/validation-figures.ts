/** How well the unusual score finds what was planted in simulated tapes. Made by `npm run validate`. Not to be edited. */

export interface ValidationFigure {
  readonly name: string
  readonly value: number
  readonly meaning: string
}

export const VALIDATION_FIGURES: readonly ValidationFigure[] = [
  {
    name: 'sessions',
    value: 90,
    meaning: 'Symbols times sessions of simulated tape that the calibration has not seen.',
  },
  {
    name: 'rows',
    value: 617000,
    meaning: 'Rows of flow in them.',
  },
  {
    name: 'planted_share',
    value: 0.000843,
    meaning:
      'Share of the rows that were planted: half of them prints of ten times the size that one print of the contract in a hundred reaches, worth USD 25,000 and more, half sweeps of out-of-the-money contracts with a week to live.',
  },
  {
    name: 'pr_auc',
    value: 0.716,
    meaning:
      'Area under precision and recall of the planted rows, ranked by the points before the floor of the alert types.',
  },
  {
    name: 'pr_auc_score',
    value: 0.547,
    meaning: 'The same ranked by unusual_score, equal scores by the points before the floor.',
  },
  {
    name: 'pr_auc_rules',
    value: 0.295,
    meaning: 'The same ranked by the alert types alone: highest base, then how many.',
  },
  {
    name: 'recall',
    value: 0.9,
    meaning: 'Share of the planted rows among the 0.2 % of rows with most points before the floor.',
  },
  {
    name: 'recall_score',
    value: 0.74,
    meaning: 'The same among the 0.2 % of highest unusual_score.',
  },
  {
    name: 'recall_rules',
    value: 0.613,
    meaning: 'The same by the alert types alone.',
  },
  {
    name: 'recall_tenfold',
    value: 0.908,
    meaning: 'Of the tenfold sizes alone, by points before the floor.',
  },
  {
    name: 'recall_short_sweeps',
    value: 0.892,
    meaning: 'Of the sweeps alone, by points before the floor.',
  },
  {
    name: 'stability_index',
    value: 0.000344,
    meaning:
      'Largest population stability index of the points before the floor from one week to the next; below 0.1 counts as no change.',
  },
  {
    name: 'flag_rate_thin',
    value: 0.00732,
    meaning:
      'Share of rows that were not planted in thin contracts among the 1 % of all such rows with most points before the floor.',
  },
  {
    name: 'flag_rate_moderate',
    value: 0.0118,
    meaning:
      'Share of rows that were not planted in moderate contracts among the 1 % of all such rows with most points before the floor.',
  },
  {
    name: 'flag_rate_liquid',
    value: 0.0121,
    meaning:
      'Share of rows that were not planted in liquid contracts among the 1 % of all such rows with most points before the floor.',
  },
  {
    name: 'flag_rate_deep',
    value: 0.00461,
    meaning:
      'Share of rows that were not planted in deep contracts among the 1 % of all such rows with most points before the floor.',
  },
]
