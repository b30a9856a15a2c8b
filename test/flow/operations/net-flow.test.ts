import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../../src/catalogue/operation.ts'
import type { NetFlow } from '../../../src/flow/contract/net-flow.ts'
import { netFlowOperation } from '../../../src/flow/operations/net-flow.ts'
import { type TestApp, testApp } from '../../support/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: 'KO' })
})
afterAll(() => app[Symbol.asyncDispose]())

type NetFlowAnswer = NetFlow & { from: string; to: string; session_date: string }

const netFlow = async (input: Answer) =>
  (await app.asOperator(netFlowOperation, { symbol: 'KO', ...input })) as unknown as NetFlowAnswer

const cents = (value: number) => Math.round(100 * value)

describe('net flow', () => {
  it.each(['1m', '5m', '15m', '1h', '1d'])('adds up to its totals at %s', async (resolution) => {
    const { data, totals, from, to } = await netFlow({ resolution, from: '2026-11-20' })

    const sum = data.reduce((total, bucket) => total + cents(bucket.net_premium), 0)
    expect(sum).toBe(cents(totals.net_premium))
    expect(cents(totals.net_premium)).toBe(
      cents(totals.calls_bought) - cents(totals.calls_sold) - cents(totals.puts_bought) + cents(totals.puts_sold),
    )
    expect({ from, to }).toEqual({ from: '2026-11-20', to: '2026-11-20' })
    expect(data.every(({ time }) => time >= '2026-11-20T14:30:00.000Z')).toBe(true)
  })

  it('serves a week of sessions by day where nothing else is asked for', async () => {
    const { data, from, to } = await netFlow({ resolution: '1d' })

    expect({ from, to }).toEqual({ from: '2026-11-13', to: '2026-11-20' })
    expect(data.map(({ time }) => time.slice(0, 10))).toEqual([
      '2026-11-13',
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
    ])
  })

  it('of a past date knows nothing that came after it', async () => {
    const past = await netFlow({ date: '2026-11-18', resolution: '1d' })

    expect(past).toMatchObject({ session_date: '2026-11-18', to: '2026-11-18' })
    expect(past.data.at(-1)?.time).toBe('2026-11-18T14:30:00.000Z')
    const today = await netFlow({ from: '2026-11-18', to: '2026-11-18', resolution: '1d' })
    expect(today.data).toEqual(past.data.slice(-1))
  })

  it('of days that are still to come has no rows, and a window that is not upside down', async () => {
    expect(await netFlow({ from: '2026-11-25' })).toMatchObject({ from: '2026-11-25', to: '2026-11-25', data: [] })
    expect(await netFlow({ from: '2026-11-25', to: '2026-11-27' })).toMatchObject({ from: '2026-11-25', data: [] })
  })

  it('refuses windows that are upside down or too long, with what to do', async () => {
    await expect(netFlow({ from: '2026-11-20', to: '2026-11-19' })).rejects.toMatchObject({ code: 'invalid' })
    await expect(netFlow({ from: '2026-10-01', to: '2026-11-19' })).rejects.toMatchObject({ code: 'invalid' })
    await expect(netFlow({ from: '2026-01-02' })).rejects.toMatchObject({ code: 'invalid' })
    await expect(app.asOperator(netFlowOperation, {})).rejects.toMatchObject({ code: 'invalid' })
  })
})
