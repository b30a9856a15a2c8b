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
    ['', '', 'alert types', value('pr_auc_rules'), value('recall_rules')],
    [
      'informed buying in small orders',
      percent(value('episode_share')),
      'score',
      value('episode_pr_auc_score'),
      value('episode_recall_score'),
    ],
    ['', '', 'points of the factors', value('episode_pr_auc'), value('episode_recall')],
    ['', '', 'alert types', value('episode_pr_auc_rules'), value('episode_recall_rules')],
  ],
)}
## What it misses

- Of the informed buying in small orders it misses ${percent(1 - value('episode_recall_score'))}: the first orders of an accumulation look like any other.
- Over many sessions the bands from 80 on differ by symbol. In ten sessions of the simulated market, two of 54 symbols had rows with 80 or more beyond a factor of 1.5 (T 79 where 137 are stated). In thirty sessions, eleven had rows with 90 or more (SPX: 95 or more) beyond it: most had fewer (T 4 where 42 are stated), GOOGL had more (121 where 76 are).
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
