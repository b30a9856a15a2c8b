import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bandFigures } from './band-figures.ts'
import { episodeFigures } from './episodes.ts'
import { ideaFigures } from './ideas.ts'
import { writeAccuracy } from './numbers.ts'
import { scoreDocument } from './score-document.ts'
import { PUBLISHED, tapesOf, validate } from './validate.ts'

/**
 * `npm run validate`: measures the score that ships, by what is planted in invented tapes and in the simulated market, counts
 * its bands, follows the trade ideas of some sessions, and writes the figures to the source and to docs/score.md; it takes
 * minutes. `npm run validate -- --check` prints them and writes nothing. `npm run validate -- numbers` writes docs/accuracy.md.
 */
const checkOnly = process.argv.includes('--check')

if (process.argv.includes('numbers')) writeAccuracy()
else await validateScore()

async function validateScore(): Promise<void> {
  const figures = [
    ...validate(tapesOf(PUBLISHED)),
    ...(await episodeFigures()),
    ...(await bandFigures()),
    ...(await ideaFigures()),
  ]
  for (const { name, value } of figures) console.log(`${name.padEnd(24)} ${value}`)
  const document = scoreDocument(figures)
  console.log(document)
  if (checkOnly) return
  write('src/app/validation-figures.json', `${JSON.stringify(figures, null, 2)}\n`)
  write('docs/score.md', document)
}

function write(file: string, content: string): void {
  writeFileSync(join(import.meta.dirname, '../..', file), content)
}
