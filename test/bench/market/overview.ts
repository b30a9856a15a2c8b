import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { previousTradingDay } from '../../../src/market/domain/calendar/trading-calendar.ts'
import type { Figure } from '../figure.ts'
import { median } from '../median.ts'

const RUNS = 3
const PROCESS = join(import.meta.dirname, 'overview-process.ts')
const run = promisify(execFile)

/** Questions about all 54 symbols of the simulated market, each to a service that has just started, and once more. */
export async function figures(): Promise<Figure[]> {
  const past = previousTradingDay(new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10))
  return [
    ...(await question('overview of today', 'market_overview', {}, 3_000)),
    ...(await question('unusual activity of the whole market', 'unusual_activity', {}, 3_000)),
    ...(await question('flow of the whole market', 'options_flow', {}, 3_000)),
    ...(await question('overview of a past date', 'market_overview', { date: past }, 10_000)),
  ]
}

async function question(what: string, operation: string, input: object, goalMs: number): Promise<Figure[]> {
  const first: number[] = []
  const second: number[] = []
  for (let i = 0; i < RUNS; i++) {
    const { stdout } = await run(process.execPath, [PROCESS, operation, JSON.stringify(input)])
    const [cold, warm] = JSON.parse(stdout)
    first.push(cold)
    second.push(warm)
  }
  const unit = 'ms'
  return [
    {
      name: `${what}, first question after a start`,
      value: median(first),
      unit,
      goal: `≤ ${goalMs.toLocaleString('en-US')} ms`,
      anchor: { name: 'the second time', value: median(second) },
    },
    { name: `${what}, second time`, value: median(second), unit, goal: '≤ 500 ms' },
  ]
}
