import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { bandFigures } from './band-figures.ts'
import { episodeFigures } from './episodes.ts'
import type { ValidationFigure } from './figure.ts'
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

const PARTS = {
  tapes: async () => validate(tapesOf(PUBLISHED)),
  episodes: () => episodeFigures(),
  bands: () => bandFigures(),
  ideas: () => ideaFigures(),
} as const

type Part = keyof typeof PARTS

if (!isMainThread) parentPort?.postMessage(await PARTS[workerData as Part]())
else if (process.argv.includes('numbers')) writeAccuracy()
else await validateScore()

async function validateScore(): Promise<void> {
  // Each part in a thread of its own: one after another they take six minutes.
  const parts = await Promise.all((Object.keys(PARTS) as Part[]).map(measured))
  const figures = parts.flat()
  for (const { name, value } of figures) console.log(`${name.padEnd(24)} ${value}`)
  const document = scoreDocument(figures)
  console.log(document)
  if (checkOnly) return
  write('src/app/validation-figures.json', `${JSON.stringify(figures, null, 2)}\n`)
  write('docs/score.md', document)
}

function measured(part: Part): Promise<readonly ValidationFigure[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: part })
    worker.once('message', resolve).once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the part ${part} of the validation ended with ${code}`)))
  })
}

function write(file: string, content: string): void {
  writeFileSync(join(import.meta.dirname, '../..', file), content)
}
