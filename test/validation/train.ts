import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tradingDaysBetween } from '../../src/market/domain/calendar/trading-calendar.ts'
import { calibrate } from './calibrate.ts'
import { calibrateTails } from './calibrate-tails.ts'
import { type SimulatedFlow, simulatedFlow } from './simulated-flow.ts'
import { type Extent, tapesOf } from './validate.ts'

/**
 * `npm run train` writes the data files of the unusual score: how features of prints are distributed, from invented tapes,
 * and how many points comparable prints have, from sessions of the simulated market. The same files on every run. Tests and
 * figures use other seeds.
 */
const TAPES: Extent = { from: '2026-09-08', to: '2026-09-25', orders: 6_000 }
const SESSIONS = { from: '2026-02-02', to: '2026-09-30', every: 14, seeds: [2, 3] } as const

write(
  'rarity-prior.json',
  calibrate(() => tapesOf(TAPES, 1)),
)
write('score-tails.json', await calibrateTails(sessions()))

async function* sessions(): AsyncGenerator<SimulatedFlow> {
  const { from, to, every, seeds } = SESSIONS
  const dates = tradingDaysBetween(from, to).filter((_, place) => place % every === 3)
  for (const [turn, seed] of seeds.entries()) {
    yield* simulatedFlow({ seed, dates: dates.filter((_, place) => place % seeds.length === turn) })
  }
}

function write(file: string, content: unknown): void {
  const path = join(import.meta.dirname, '../../src/flow/domain/score', file)
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)
}
