import { tradingDaysBetween } from '../../src/market/domain/calendar/trading-calendar.ts'
import { calibrateTails } from './calibrate-tails.ts'
import { type SimulatedFlow, simulatedFlow } from './simulated-flow.ts'
import { writeScoreData } from './write-score-data.ts'

/** How many points comparable prints have, from sessions of the simulated market. Tests and figures use other seeds. */
const SESSIONS = { from: '2026-02-02', to: '2026-09-30', every: 14, seeds: [2, 3] } as const

writeScoreData('score-tails.json', await calibrateTails(sessions()))

async function* sessions(): AsyncGenerator<SimulatedFlow> {
  const { from, to, every, seeds } = SESSIONS
  const dates = tradingDaysBetween(from, to).filter((_, place) => place % every === 3)
  for (const [turn, seed] of seeds.entries()) {
    yield* simulatedFlow({ seed, dates: dates.filter((_, place) => place % seeds.length === turn) })
  }
}
