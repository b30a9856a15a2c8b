import { readFileSync } from 'node:fs'
import type { DailyBar } from '../../../src/market/domain/stocks/bar.ts'
import { sharedPath } from './shared-data.ts'
import { readZip } from './zip.ts'

/** Daily bars of one symbol, adjusted for splits; prices of the files are USD × 10,000. */
export async function leanDailyBars(symbol: string): Promise<DailyBar[]> {
  const files = await readZip(sharedPath('data', 'lean', 'equity_daily', `${symbol}.zip`))
  const lines = files.get(`${symbol}.csv`)?.trim().split('\n') ?? []
  const factors = readFileSync(sharedPath('data', 'lean', 'factor_files', `${symbol}.csv`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
    .map(([until, , split]) => ({ until: until ?? '', split: Number(split) }))
  return lines.map((line) => {
    const [time = '', ...numbers] = line.split(',')
    const day = time.slice(0, 8)
    const factor = factors.find(({ until }) => until >= day)?.split ?? 1
    const [open = 0, high = 0, low = 0, close = 0] = numbers.map((text) => (Number(text) / 10_000) * factor)
    const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
    return { date, open, high, low, close, volume: Number(numbers[4]) / factor }
  })
}
