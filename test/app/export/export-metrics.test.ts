import { afterEach, expect, it } from 'vitest'
import { HISTORY_METRICS } from '../../../src/analytics/domain/trend/history-metrics.ts'
import { metricHistoryOperation } from '../../../src/analytics/operations/metric-history.ts'
import { exportDataOperation } from '../../../src/app/export/export-data.ts'
import { completeMetrics } from '../../../src/app/import/complete-metrics.ts'
import { isFileBytes } from '../../../src/catalogue/file-answer.ts'
import { sessionOn, tradingDaysBetween } from '../../../src/market/domain/calendar/trading-calendar.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { storeChain } from '../../support/market/stored-chains.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'

type Row = Readonly<Record<string, string | number | null>>
type Range = Readonly<Partial<Record<'from' | 'to', string>>>

/** Those that are columns of the export. */
const NAMES = HISTORY_METRICS.filter((name) => name !== 'iv_rank' && name !== 'net_premium')

let app: TestApp
afterEach(() => app[Symbol.asyncDispose]())

async function exported(symbol: string, range: Range): Promise<Row[]> {
  const request = { dataset: 'metrics', symbols: [symbol], format: 'ndjson', ...range }
  const { bytes } = await app.asOperator(exportDataOperation, request)
  if (!isFileBytes(bytes)) throw new Error('The export has no bytes')
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  const lines = Buffer.concat(parts).toString().split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

/** Date and value of each session, as `metric_history` has them. */
async function history(symbol: string, metric: string, date?: string): Promise<[string, number | null][]> {
  const answer = await app.asOperator(metricHistoryOperation, { symbol, metric, sessions: 30, date })
  return metricHistoryOperation.output.parse(answer).data.map((row) => [row.date, row.value])
}

function column(rows: readonly Row[], name: string): [unknown, unknown][] {
  return rows.map((row) => [row['date'], row[name]])
}

function known(rows: readonly Row[], name: string): number {
  return rows.filter((row) => row[name] !== null).length
}

it('daily figures are those of metric_history: of 11 sessions where the source keeps no history', async () => {
  app = await testApp({ MARKET_SYMBOLS: 'KO' })
  app.clock.set('2026-11-29T18:00:00.000Z')

  const rows = await exported('KO', { from: '2026-10-01' })

  expect(rows.map(({ date }) => date)).toEqual(tradingDaysBetween('2026-10-01', '2026-11-27'))
  for (const name of NAMES) {
    const values = await history('KO', name)
    expect(column(rows, name).slice(-values.length), name).toEqual(values)
    expect(known(rows, name), name).toBe(name.startsWith('iv') ? rows.length : 11)
  }
})

it('daily figures are computed for the last 11 sessions of a range in the past, and for none before it', async () => {
  app = await testApp({ MARKET_SYMBOLS: 'KO' })
  app.clock.set('2026-11-29T18:00:00.000Z')

  const rows = await exported('KO', { from: '2026-10-01', to: '2026-10-25' })
  const narrow = await exported('KO', { from: '2026-10-21', to: '2026-10-25' })

  expect(column(rows, 'net_gex').slice(-11)).toEqual(await history('KO', 'net_gex', '2026-10-23'))
  expect([known(rows, 'net_gex'), known(rows, 'iv30')]).toEqual([11, rows.length])
  expect(narrow).toEqual(rows.slice(-3))
})

it('daily figures of imported chains are those of metric_history, with the last session', async () => {
  app = await testApp({ MARKET_SOURCE: 'replay' })
  const days = tradingDaysBetween('2026-06-01', '2026-06-26')
  for (const [index, day] of days.entries()) {
    const asOf = new Date(sessionOn(day)?.closeMs ?? Number.NaN).toISOString()
    const shape = {
      strikes: [580, 600, 620],
      dates: ['2026-07-17', '2026-08-21'],
      volatility: () => 0.2 + index / 1000,
    }
    await storeChain(app.parts.store, day, syntheticChain({ asOf, ...shape }))
  }
  await completeMetrics(app.parts.store, { onFailure: (error) => expect.unreachable(String(error)) })

  const rows = await exported('XSP', { from: '2026-06-01' })

  expect(rows.map(({ date }) => date)).toEqual(days)
  for (const name of ['iv30', 'net_gex', 'max_pain', 'total_open_interest']) {
    expect(column(rows, name), name).toEqual(await history('XSP', name))
  }
  expect(await exported('XSP', { from: '2026-06-01', to: '2026-06-24' })).toEqual(rows.slice(0, -2))
})
