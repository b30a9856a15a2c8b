import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startOfPrior } from '../../src/flow/domain/score/rarity-start.ts'
import { significant } from '../../src/lib/math/significant.ts'
import { calibrate } from './calibrate.ts'
import { episodeFigures } from './episodes.ts'
import type { ValidationFigure } from './figure.ts'
import { ideaFigures } from './ideas.ts'
import { writeAccuracy } from './numbers.ts'
import { type Extent, PUBLISHED, tapesOf, validate } from './validate.ts'

/**
 * `npm run validate`: calibrates rarity on invented tapes, looks for planted episodes in others and in the simulated
 * market, follows the trade ideas of some of its sessions, and writes both to the source; it takes minutes. `npm run validate -- --check` prints the figures of the calibration that ships, and writes nothing. `npm run validate -- numbers` writes docs/accuracy.md.
 */
const CALIBRATION: Extent = { from: '2026-09-08', to: '2026-09-25', orders: 6_000 }
const checkOnly = process.argv.includes('--check')

if (process.argv.includes('numbers')) writeAccuracy()
else await validateScore()

async function validateScore(): Promise<void> {
  const prior = checkOnly ? null : calibrate(() => tapesOf(CALIBRATION, 1))
  const figures = [
    ...validate(tapesOf(PUBLISHED), prior ? startOfPrior(prior) : undefined),
    // By the calibration that ships: after another one this is run once more.
    ...(await episodeFigures()),
    ...(await ideaFigures()),
  ]
  for (const { name, value } of figures) console.log(`${name.padEnd(22)} ${value}`)
  for (const recall of ['recall', 'episode_recall']) console.log(marginOf(figures, recall))
  if (prior) {
    write('flow/domain/score/rarity-prior.json', prior)
    write('app/validation-figures.json', figures)
  }
}

/** By how much the score finds more of what was planted than the alert types alone, among as many rows. */
function marginOf(figures: readonly ValidationFigure[], recall: string): string {
  const figureOf = (name: string) => figures.find((figure) => figure.name === name)?.value ?? Number.NaN
  const [score, rules] = [figureOf(`${recall}_score`), figureOf(`${recall}_rules`)]
  return `${recall}: ${score} by unusual_score, ${rules} by the alert types alone: a margin of ${significant(score - rules, 3)}`
}

function write(file: string, content: unknown): void {
  writeFileSync(join(import.meta.dirname, '../../src', file), `${JSON.stringify(content, null, 2)}\n`)
}
