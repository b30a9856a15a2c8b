/** `docs/score.md` from the figures of the validation. */
import { SCORE_BANDS } from '../../src/flow/domain/score/score-bands.ts'
import type { ValidationFigure } from './figure.ts'

export function scoreDocument(figures: readonly ValidationFigure[]): string {
  const values = new Map(figures.map(({ name, value }) => [name, value]))
  const value = (name: string) => values.get(name) ?? Number.NaN
  return `# The unusual score

Written by \`npm run validate\`. The score is a tail probability: it says how rare a print is among comparable prints, those of the same liquidity class (by open interest), days to expiry and time of day. Alert types do not change it; \`alert_base\` says how strong they are.

${table(
  ['score', 'stated share', 'measured share'],
  SCORE_BANDS.map(({ score, share }) => [`${score} or more`, percent(share), percent(value(`band_${score}`))]),
)}
Measured on ${value('band_rows').toLocaleString('en-US')} rows of three sessions of the simulated market with another seed than the calibration. In ${percent(value('band_held'))} of the sessions of symbols, every band holds within a factor of 1.5 (and four standard deviations where fewer than 30 rows are stated). A monitor corrects the borders of the bands slowly during each session, from its earlier prints alone, so that they also hold on other tapes: tests check it on recorded tapes.

## What it finds

Recall is the share of the planted rows among the 0.2 % of rows that rank first.

${table(
  ['planted', 'share of rows', 'ranked by', 'PR-AUC', 'recall at 0.2 %'],
  [
    [
      'large prints and short sweeps',
      percent(value('planted_share')),
      'score',
      value('pr_auc_score'),
      value('recall_score'),
    ],
    ['', '', 'points of the factors', value('pr_auc'), value('recall')],
    ['', '', 'points with the formula set by hand', value('pr_auc_formula'), value('recall_formula')],
    ['', '', 'ranks and half-space trees alone', value('pr_auc_trees'), value('recall_trees')],
    ['', '', 'alert types', value('pr_auc_rules'), value('recall_rules')],
    [
      'informed buying in small orders',
      percent(value('episode_share')),
      'score',
      value('episode_pr_auc_score'),
      value('episode_recall_score'),
    ],
    ['', '', 'points of the factors', value('episode_pr_auc'), value('episode_recall')],
    ['', '', 'points with the formula set by hand', value('episode_pr_auc_formula'), value('episode_recall_formula')],
    ['', '', 'ranks and half-space trees alone', value('episode_pr_auc_trees'), value('episode_recall_trees')],
    ['', '', 'alert types', value('episode_pr_auc_rules'), value('episode_recall_rules')],
  ],
)}
The points of the factors contain the learned accumulation: 100 gradient-boosted trees of depth 5 on fourteen figures of the contract's buys so far (how one-sided, steady and large they are, beside its neighbours and the symbol), from the third buy on. \`npm run train\` makes them from sessions with planted buying of seeds 4 and 5 and from invented tapes without any; their form was chosen by seed 6, and no figure here is from these seeds. The formula set by hand, which they replace, took net buys and net contracts over open interest.

## What it misses

- Of the informed buying in small orders it misses ${percent(1 - value('episode_recall_score'))} by score: it finds ${percent(value('episode_recall_first'))} of the first three rows of an episode and ${percent(value('episode_recall_later'))} of the later ones.
- The points find more than the score, because a band holds in every session: where one contract is accumulated in many prints, only as many of them as the band states can be among the rarest. In sessions of a symbol with 2,000 rows or more, at most ${percent(value('band_90_largest'))} had 90 or more; of fewer rows, five can be more.
- The simulated buying is easier than real buying would be. It takes the ask, rests no orders, and nobody who knows nothing accumulates as steadily: every steady accumulation is informed. The model knows nothing of the volume that a tape reports beyond its prints, because in the simulated market this volume gives the planted orders away.
- The learned accumulation ranks some rows above large prints: PR-AUC of the large prints is ${value('pr_auc')} by points, and ${value('pr_auc_trees')} by ranks and half-space trees alone.
- Over many sessions the highest bands differ by symbol. In ten sessions of the simulated market (seed 1, from 5 October 2026), every band of all 54 symbols was within a factor of 1.5. In thirty sessions, nine symbols had fewer rows with 90 or more (NVDA, SPX, SPY: 95 or more) than that, none more: T 12 where 40 are stated. All symbols together had 3,730 rows with 90 or more where 4,480 are stated, 866 with 95 (896), 244 with 99 (224).
- The share of planted trades, their sizes and their times are inventions of the simulation. Real tapes may differ, and no labelled public data set exists to measure it.
- A rare print is not a good trade. What prints did 1, 5 and 20 sessions later, against random ones, is counted in the background; \`GET /api/v1/flow/outcomes\` returns it.

All figures with their meaning are returned by \`GET /api/v1/methodology\` under \`validation\`.
`
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |\n`
  return line(head) + line(head.map((_, place) => (place === 0 ? '---' : '---:'))) + rows.map(line).join('')
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(3))} %`
}
