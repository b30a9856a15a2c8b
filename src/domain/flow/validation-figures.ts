/** How well the unusual score finds what was planted in simulated tapes, and what became of trade ideas. Made by `npm run validate`. Not to be edited. */

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
    value: 0.657,
    meaning:
      'Area under precision and recall of the planted rows, ranked by the points before the floor of the alert types.',
  },
  {
    name: 'pr_auc_score',
    value: 0.593,
    meaning: 'The same ranked by unusual_score, equal scores by the points before the floor.',
  },
  {
    name: 'pr_auc_rules',
    value: 0.295,
    meaning: 'The same ranked by the alert types alone: highest base, then how many.',
  },
  {
    name: 'recall',
    value: 0.881,
    meaning: 'Share of the planted rows among the 0.2 % of rows with most points before the floor.',
  },
  {
    name: 'recall_score',
    value: 0.829,
    meaning: 'The same among the 0.2 % of highest unusual_score.',
  },
  {
    name: 'recall_rules',
    value: 0.613,
    meaning: 'The same by the alert types alone.',
  },
  {
    name: 'recall_tenfold',
    value: 0.869,
    meaning: 'Of the tenfold sizes alone, by points before the floor.',
  },
  {
    name: 'recall_short_sweeps',
    value: 0.892,
    meaning: 'Of the sweeps alone, by points before the floor.',
  },
  {
    name: 'stability_index',
    value: 0.000338,
    meaning:
      'Largest population stability index of the points before the floor from one week to the next; below 0.1 counts as no change.',
  },
  {
    name: 'flag_rate_thin',
    value: 0.00787,
    meaning:
      'Share of rows that were not planted in thin contracts among the 1 % of all such rows with most points before the floor.',
  },
  {
    name: 'flag_rate_moderate',
    value: 0.0117,
    meaning:
      'Share of rows that were not planted in moderate contracts among the 1 % of all such rows with most points before the floor.',
  },
  {
    name: 'flag_rate_liquid',
    value: 0.0119,
    meaning:
      'Share of rows that were not planted in liquid contracts among the 1 % of all such rows with most points before the floor.',
  },
  {
    name: 'flag_rate_deep',
    value: 0.00425,
    meaning:
      'Share of rows that were not planted in deep contracts among the 1 % of all such rows with most points before the floor.',
  },
  {
    name: 'episode_rows',
    value: 946000,
    meaning: 'Rows of flow of stocks in later sessions of the simulated market.',
  },
  {
    name: 'episode_share',
    value: 0.000297,
    meaning:
      'Share of them that were traded by who knew of a move to come: mostly small orders over hours, among as many large trades that know nothing.',
  },
  {
    name: 'episode_recall',
    value: 0.21,
    meaning: 'Share of these among the 0.2 % of rows with most points before the floor.',
  },
  {
    name: 'episode_recall_score',
    value: 0.21,
    meaning: 'The same among the 0.2 % of highest unusual_score.',
  },
  {
    name: 'episode_recall_rules',
    value: 0.0961,
    meaning: 'The same by the alert types alone.',
  },
  {
    name: 'episode_auc',
    value: 0.848,
    meaning: 'Chance that such a row has more points before the floor than one that knows nothing; 0.5 is a coin.',
  },
  {
    name: 'opening_share',
    value: 0.656,
    meaning: 'Share of rows after which open interest rose by half their size or more until the next session.',
  },
  {
    name: 'opening_auc',
    value: 0.626,
    meaning:
      'A logistic model of the eight ranks, learned from earlier sessions: chance that such a row ranks above another; 0.5 is a coin. It is no part of the score.',
  },
  {
    name: 'opening_auc_score',
    value: 0.528,
    meaning: 'The same by the points before the floor.',
  },
  {
    name: 'opening_recall',
    value: 0.206,
    meaning:
      'Share of informed rows among the 0.2 % of rows with most points where that model adds up to 17: to be compared with episode_recall.',
  },
  {
    name: 'accumulation_sessions',
    value: 1100,
    meaning: 'Sessions of stocks, in which a planted episode is one in thirty.',
  },
  {
    name: 'accumulation_found',
    value: 0.396,
    meaning:
      'Share of the planted episodes whose contract the idea pipeline flow takes for gathered, in the direction that is right.',
  },
  {
    name: 'accumulation_right',
    value: 0.528,
    meaning: 'Share of what it takes for gathered that was planted, in the right direction; the others are chance.',
  },
  {
    name: 'accumulation_base',
    value: 0.0218,
    meaning: 'What that share were if sessions and directions were drawn at random.',
  },
  {
    name: 'idea_sessions',
    value: 11,
    meaning: 'Sessions of the simulated market in which every symbol was looked at once for trade ideas.',
  },
  {
    name: 'idea_count_flow',
    value: 7,
    meaning: 'Ideas of the pipeline flow that they made.',
  },
  {
    name: 'idea_confidence_flow',
    value: 0.48,
    meaning: 'Their mean confidence by the belief of the pipeline alone, which was set around these very sessions.',
  },
  {
    name: 'idea_hit_rate_flow',
    value: 0.714,
    meaning: 'Share of them that came true: the target before the stop, or the range held.',
  },
  {
    name: 'idea_r_flow',
    value: 2.27,
    meaning:
      'Their mean outcome in units of what was risked; a market that knows nothing of the pipeline gives about 0.',
  },
  {
    name: 'idea_count_gamma',
    value: 226,
    meaning: 'Ideas of the pipeline gamma that they made.',
  },
  {
    name: 'idea_confidence_gamma',
    value: 0.487,
    meaning: 'Their mean confidence by the belief of the pipeline alone, which was set around these very sessions.',
  },
  {
    name: 'idea_hit_rate_gamma',
    value: 0.385,
    meaning: 'Share of them that came true: the target before the stop, or the range held.',
  },
  {
    name: 'idea_r_gamma',
    value: 0.0923,
    meaning:
      'Their mean outcome in units of what was risked; a market that knows nothing of the pipeline gives about 0.',
  },
  {
    name: 'idea_count_trend',
    value: 163,
    meaning: 'Ideas of the pipeline trend that they made.',
  },
  {
    name: 'idea_confidence_trend',
    value: 0.307,
    meaning: 'Their mean confidence by the belief of the pipeline alone, which was set around these very sessions.',
  },
  {
    name: 'idea_hit_rate_trend',
    value: 0.27,
    meaning: 'Share of them that came true: the target before the stop, or the range held.',
  },
  {
    name: 'idea_r_trend',
    value: -0.0169,
    meaning:
      'Their mean outcome in units of what was risked; a market that knows nothing of the pipeline gives about 0.',
  },
  {
    name: 'idea_count_crush',
    value: 32,
    meaning: 'Ideas of the pipeline crush that they made.',
  },
  {
    name: 'idea_confidence_crush',
    value: 0.757,
    meaning: 'Their mean confidence by the belief of the pipeline alone, which was set around these very sessions.',
  },
  {
    name: 'idea_hit_rate_crush',
    value: 0.844,
    meaning: 'Share of them that came true: the target before the stop, or the range held.',
  },
  {
    name: 'idea_r_crush',
    value: 0.153,
    meaning:
      'Their mean outcome in units of what was risked; a market that knows nothing of the pipeline gives about 0.',
  },
  {
    name: 'idea_calibration_error',
    value: 0.149,
    meaning:
      'Mean distance of what came true from the confidence of its fifth of evidence and pipeline, by ideas, once the first half of the sessions has taught the confidence of the second. 0 is perfect.',
  },
]
