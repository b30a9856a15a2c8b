import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a data file of the unusual score. */
export function writeScoreData(file: string, content: unknown): void {
  const path = join(import.meta.dirname, '../../src/flow/domain/score', file)
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)
}
