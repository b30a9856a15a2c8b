import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RarityPrior, startOfPrior } from '../../src/domain/flow/rarity-start.ts'
import type { ValidationFigure } from '../../src/domain/flow/validation-figures.ts'
import { significant } from '../../src/lib/significant.ts'
import { calibrate } from './calibrate.ts'
import { episodeFigures } from './episodes.ts'
import { ideaFigures } from './ideas.ts'
import { type Extent, PUBLISHED, tapesOf, validate } from './validate.ts'

/**
 * `npm run validate`: calibrates rarity on invented tapes, looks for planted episodes in others and in the simulated
 * market, follows the trade ideas of some of its sessions, and writes calibration and figures to the source; it takes
 * minutes. `npm run validate -- --check` prints the figures of the calibration that ships, and writes nothing.
 */
const CALIBRATION: Extent = { from: '2026-09-08', to: '2026-09-25', orders: 6_000 }
const flow = join(import.meta.dirname, '../../src/domain/flow')
const checkOnly = process.argv.includes('--check')

const prior = checkOnly ? null : calibrate(() => tapesOf(CALIBRATION, 1))
const figures = [
  ...validate(tapesOf(PUBLISHED), prior ? startOfPrior(prior) : undefined),
  // By the calibration that ships: after another one this is run once more.
  ...(await episodeFigures()),
  ...(await ideaFigures()),
]
for (const { name, value } of figures) console.log(`${name.padEnd(22)} ${value}`)
for (const recall of ['recall', 'episode_recall']) console.log(marginOf(recall))
if (prior) {
  writeFileSync(join(flow, 'rarity-prior.ts'), priorFile(prior))
  writeFileSync(join(flow, 'validation-figures.ts'), figuresFile(figures))
}

/** By how much the score finds more of what was planted than the alert types alone, among as many rows. */
function marginOf(recall: string): string {
  const figureOf = (name: string) => figures.find((figure) => figure.name === name)?.value ?? Number.NaN
  const [score, rules] = [figureOf(`${recall}_score`), figureOf(`${recall}_rules`)]
  return `${recall}: ${score} by unusual_score, ${rules} by the alert types alone: a margin of ${significant(score - rules, 3)}`
}

function priorFile({ usual, knots, sample }: RarityPrior): string {
  const cells = knots.map((cell) => `    [\n${cell.map((text) => `      '${text}',\n`).join('')}    ],\n`)
  return `/** Made by \`npm run validate\`: how features of prints are spread before a session has seen any. Not to be edited. */
import type { RarityPrior } from './rarity-start.ts'

export const SHIPPED_PRIOR: RarityPrior = {
  usual: { logSize: ${usual.logSize}, logPremium: ${usual.logPremium} },
  knots: [
${cells.join('')}  ],
  sample: [
${sample.map((line) => `    '${line}',\n`).join('')}  ],
}
`
}

function figuresFile(made: readonly ValidationFigure[]): string {
  const rows = made.map(
    ({ name, value, meaning }) =>
      `  {\n    name: '${name}',\n    value: ${value},\n    meaning:\n      '${meaning}',\n  },\n`,
  )
  return `/** How well the unusual score finds what was planted in simulated tapes, and what became of trade ideas. Made by \`npm run validate\`. Not to be edited. */

export interface ValidationFigure {
  readonly name: string
  readonly value: number
  readonly meaning: string
}

export const VALIDATION_FIGURES: readonly ValidationFigure[] = [
${rows.join('')}]
`
}
