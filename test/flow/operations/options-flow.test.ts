import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { optionMetricsOperation } from '../../../src/analytics/operations/option-metrics.ts'
import type { Answer } from '../../../src/catalogue/operation.ts'
import type { FlowPrint, OptionsFlow } from '../../../src/flow/contract/flow-print.ts'
import { netFlowOperation } from '../../../src/flow/operations/net-flow.ts'
import { optionsFlowOperation } from '../../../src/flow/operations/options-flow.ts'
import { type TestApp, testApp } from '../../support/app.ts'

const SYMBOLS = ['F', 'KO', 'T']
const PAST = '2026-11-18'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: SYMBOLS.join(',') })
})
afterAll(() => app[Symbol.asyncDispose]())

type FlowAnswer = OptionsFlow & { from: string; to: string; as_of: string; warnings: string[] }

const flow = async (input: Answer = {}) => (await app.asOperator(optionsFlowOperation, input)) as unknown as FlowAnswer

async function allPages(input: Answer): Promise<FlowPrint[]> {
  const rows: FlowPrint[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await flow({ ...input, ...(cursor && { cursor }) })
    rows.push(...page.data)
    cursor = page.next_cursor
  }
  return rows
}

const LEANS: Readonly<Record<string, string>> = {
  'call bought': 'bullish',
  'put sold': 'bullish',
  'put bought': 'bearish',
  'call sold': 'bearish',
}

describe('options flow', () => {
  it('lists the prints of a symbol newest first, each once over all pages', async () => {
    const whole = await flow({ symbol: 'F', limit: 500 })
    const paged = await allPages({ symbol: 'F', limit: 40 })

    expect(paged.length).toBe(whole.total)
    expect(new Set(paged.map(({ id }) => id)).size).toBe(paged.length)
    expect(paged.slice(0, 500)).toEqual(whole.data)
    const times = paged.map(({ executed_at: time }) => time)
    expect(times).toEqual(times.toSorted().reverse())
    expect(paged.every(({ symbol, executed_at: time }) => symbol === 'F' && time <= whole.as_of)).toBe(true)
  })

  it('mixes the prints of all symbols in the order of time', async () => {
    const { data, total } = await flow({ limit: 500 })
    const each = await Promise.all(SYMBOLS.map((symbol) => flow({ symbol, limit: 1 })))

    expect(total).toBe(each.reduce((sum, answer) => sum + answer.total, 0))
    expect(new Set(data.map(({ symbol }) => symbol)).size).toBeGreaterThan(1)
    const times = data.map(({ executed_at: time }) => time)
    expect(times).toEqual(times.toSorted().reverse())
  })

  it.each<[string, Answer, (row: FlowPrint) => boolean]>([
    ['option type', { option_type: 'put' }, (row) => row.option_type === 'put'],
    ['side', { side: 'at_ask' }, (row) => row.side === 'at_ask'],
    ['trade type', { trade_type: 'sweep' }, (row) => row.trade_type === 'sweep'],
    ['sentiment', { sentiment: 'bearish' }, (row) => row.sentiment === 'bearish'],
    ['premium', { min_premium: 2000, max_premium: 9000 }, (row) => row.premium! >= 2000 && row.premium! <= 9000],
    ['size', { min_size: 50 }, (row) => row.size >= 50],
    ['days to expiration', { dte_min: 1, dte_max: 14 }, (row) => row.dte >= 1 && row.dte <= 14],
    ['score', { min_unusual_score: 60 }, (row) => row.unusual_score >= 60],
    [
      'time',
      { since: '2026-11-20T15:00:00Z', until: '2026-11-20T16:00:00Z' },
      ({ executed_at: time }) => time >= '2026-11-20T15:00:00.000Z' && time < '2026-11-20T16:00:00.000Z',
    ],
  ])('filters by %s, and sums up what passes', async (_name, filter, passes) => {
    const everything = await allPages({ symbol: 'F', limit: 500 })

    const filtered = await allPages({ symbol: 'F', limit: 500, ...filter })

    const expected = everything.filter(passes)
    expect(filtered).toEqual(expected)
    expect(expected.length).toBeGreaterThan(0)
    expect(expected.length).toBeLessThan(everything.length)
    const { summary, total } = await flow({ symbol: 'F', limit: 1, ...filter })
    const sum = (type: string) =>
      expected.reduce((total, row) => total + (row.option_type === type ? Math.round(100 * row.premium!) : 0), 0) / 100
    expect(total).toBe(expected.length)
    expect({ call_premium: summary.call_premium, put_premium: summary.put_premium }).toEqual({
      call_premium: sum('call'),
      put_premium: sum('put'),
    })
  })

  it('answers a past session from its own tape, whole and without anything of today', async () => {
    const past = await flow({ symbol: 'KO', date: PAST, limit: 500 })

    expect(past).toMatchObject({ session_date: PAST, from: `${PAST}T14:30:00.000Z`, to: `${PAST}T21:00:00.000Z` })
    expect(past.data.every(({ executed_at: time }) => time.startsWith(PAST))).toBe(true)
    const seenToday = await allPages({ symbol: 'KO', since: `${PAST}T14:30:00Z`, until: `${PAST}T21:00:00Z` })
    expect(seenToday.filter((_, place) => place < 500)).toEqual(past.data)
  })

  it('reaches back over sessions with a symbol, and says where the window really begins', async () => {
    const since = '2026-11-19T00:00:00Z'
    const two = await allPages({ symbol: 'T', since, limit: 500 })
    const far = await flow({ symbol: 'T', since: '2026-01-02T00:00:00Z', limit: 1 })
    const market = await flow({ since, limit: 1 })

    expect(new Set(two.map(({ executed_at: time }) => time.slice(0, 10)))).toEqual(
      new Set(['2026-11-20', '2026-11-19']),
    )
    expect(far).toMatchObject({ from: '2026-11-13T14:30:00.000Z' })
    expect(far.warnings).toContainEqual(expect.stringContaining('At most 5 sessions before'))
    expect(market).toMatchObject({ from: '2026-11-20T14:30:00.000Z' })
    expect(market.warnings).toContainEqual(expect.stringContaining('Without a symbol only the session'))
  })

  it('does not call a window cut whose days before the session had no trading', async () => {
    // The 14th and the 15th were a weekend, Monday the 16th a session.
    const monday = await flow({ date: '2026-11-16', since: '2026-11-14T12:00:00Z', limit: 1 })
    const ofOne = await flow({ symbol: 'F', date: '2026-11-16', since: '2026-11-14T12:00:00Z', limit: 1 })
    const friday = await flow({ date: '2026-11-16', since: '2026-11-13T12:00:00Z', limit: 1 })

    expect([monday.warnings, ofOne.warnings]).toEqual([[], []])
    expect(ofOne.from).toBe('2026-11-16T14:30:00.000Z')
    expect(friday.warnings).toContainEqual(expect.stringContaining('Without a symbol only the session'))
  })

  it('is of the instant that it was asked at, whether or not something traded since', async () => {
    await using later = await testApp({ MARKET_SYMBOLS: 'F' })
    const ask = async () =>
      (await later.asOperator(optionsFlowOperation, { symbol: 'F', limit: 1 })) as unknown as FlowAnswer
    let same = 0
    for (let second = 0; second < 20; second++) {
      const before = await ask()
      later.clock.advance(1000)
      const after = await ask()
      expect(Date.parse(after.as_of) - Date.parse(before.as_of)).toBe(1000)
      expect(after.to).toBe(after.as_of)
      if (after.data[0]?.id === before.data[0]?.id) same++
    }
    expect(same).toBeGreaterThan(0)
  })

  it('says of a session the same while it runs, when it is over and after a restart', async () => {
    const settings = { MARKET_SYMBOLS: 'KO' }
    await using running = await testApp(settings)
    await using restarted = await testApp(settings)
    const rowsOf = async (of: TestApp, input: Answer) => {
      const answer = (await of.asOperator(optionsFlowOperation, {
        symbol: 'KO',
        until: '2026-11-20T17:59:00Z',
        limit: 500,
        ...input,
      })) as unknown as FlowAnswer
      return answer.data
    }
    const inSession = await rowsOf(running, {})

    running.clock.advance(3 * 86_400_000)
    restarted.clock.advance(3 * 86_400_000)

    expect(inSession.length).toBeGreaterThan(20)
    expect(await rowsOf(running, { date: '2026-11-20' })).toEqual(inSession)
    expect(await rowsOf(restarted, { date: '2026-11-20' })).toEqual(inSession)
  })

  it('keeps a cursor right while prints come in', async () => {
    await using later = await testApp({ MARKET_SYMBOLS: 'F' })
    const ask = async (input: Answer) =>
      (await later.asOperator(optionsFlowOperation, { symbol: 'F', limit: 50, ...input })) as unknown as FlowAnswer
    const first = await ask({})
    const expected = (await ask({ cursor: first.next_cursor })).data.map(({ id }) => id)

    later.clock.advance(30 * 60_000)

    const next = await ask({ cursor: first.next_cursor })
    expect((await ask({})).data[0]?.id).not.toBe(first.data[0]?.id)
    expect(next.data.map(({ id }) => id)).toEqual(expected)
  })

  it('names bounds that leave nothing between them, and a cursor that it never wrote', async () => {
    await expect(flow({ symbol: 'F', min_premium: 5, max_premium: 4 })).rejects.toMatchObject({ code: 'invalid' })
    await expect(flow({ symbol: 'F', dte_min: 5, dte_max: 4 })).rejects.toMatchObject({ code: 'invalid' })
    await expect(
      flow({ symbol: 'F', since: '2026-11-20T16:00:00Z', until: '2026-11-20T15:00:00Z' }),
    ).rejects.toMatchObject({ code: 'invalid' })
    await expect(flow({ symbol: 'F', cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid' })
    await expect(flow({ symbol: 'NONE' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(flow({ symbol: 'F', date: '2026-11-21' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('agrees with the sums over time, and gives option metrics their premium', async () => {
    const { summary } = await flow({ symbol: 'F', limit: 1 })

    const sums = await app.asOperator(netFlowOperation, { symbol: 'F', resolution: '15m' })
    const metrics = await app.asOperator(optionMetricsOperation, { symbol: 'F' })

    const { net_premium, call_premium, put_premium, put_call_ratio_premium } = summary
    expect(sums['totals']).toMatchObject({ net_premium, call_premium, put_premium, put_call_ratio_premium })
    expect(metrics).toMatchObject({ put_call_ratio_premium, premium_basis: 'prints' })
    expect(metrics['tape_volume']).toBe(summary.call_volume + summary.put_volume)
    const volume = Number(metrics['total_volume'])
    expect(metrics['tape_share_pct']).toBeCloseTo((100 * Number(metrics['tape_volume'])) / volume, 3)
    expect(JSON.stringify(metrics['warnings'])).not.toContain('no tape')
  })
})

describe('the rows of options flow', () => {
  it('are those of one contract, padded or not, and a text that names none is refused', async () => {
    const [first] = await allPages({ symbol: 'F', limit: 500 })
    const option_symbol = first?.option_symbol ?? ''
    const padded = await allPages({ symbol: 'F', option_symbol, limit: 500 })

    expect(new Set(padded.map((row) => row.option_symbol))).toEqual(new Set([option_symbol]))
    expect(await allPages({ symbol: 'F', option_symbol: option_symbol.replaceAll(' ', ''), limit: 500 })).toEqual(
      padded,
    )
    await expect(flow({ symbol: 'F', option_symbol: 'F calls' })).rejects.toMatchObject({ code: 'invalid' })
  })

  it.each<[string, (row: FlowPrint) => number]>([
    ['score', (row) => row.unusual_score],
    ['premium', (row) => row.premium!],
    ['size', (row) => row.size],
  ])('lists the largest first with the sort %s, each once over all pages', async (sort, numberOf) => {
    const newest = await allPages({ symbol: 'F', limit: 500 })

    const sorted = await allPages({ symbol: 'F', sort, limit: 40 })

    expect(sorted).toEqual(newest.toSorted((a, b) => numberOf(b) - numberOf(a)))
  })

  it('names the cursor of a list in another order', async () => {
    const { next_cursor: cursor } = await flow({ symbol: 'F', sort: 'size', limit: 5 })

    await expect(flow({ symbol: 'F', sort: 'premium', cursor })).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ path: 'cursor', message: 'belongs to a list with sort size' }] },
    })
  })

  it('has only the requested fields of each row, and its id', async () => {
    const { data } = await flow({ symbol: 'F', fields: ['size', 'premium'], limit: 3 })

    expect(data.map((row) => Object.keys(row).toSorted())).toEqual(Array(3).fill(['id', 'premium', 'size']))
  })

  it('says why a row leans as it does', async () => {
    const { data } = await flow({ limit: 500 })

    const reasons = new Set(data.map(({ sentiment, sentiment_reason: reason }) => `${sentiment}: ${reason}`))
    expect([...reasons]).toContain('bullish: bought at the ask')
    expect([...reasons]).toContain('bearish: bought at the ask')
    expect([...reasons]).toContain('neutral: between bid and ask')
    for (const row of data) {
      const [trade = ''] = row.sentiment_reason.split(/[ ,]/)
      expect(row.sentiment, row.id).toBe(LEANS[`${row.option_type} ${trade}`] ?? 'neutral')
    }
  })
})
