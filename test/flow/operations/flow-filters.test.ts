import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'

type Row = { id: string; symbol: string; side: string; volume_oi_ratio: number | null }

describe('filters of several values', () => {
  let app: TestApp
  let account: TestAccount
  beforeAll(async () => {
    app = await testApp({ MARKET_SYMBOLS: 'F,KO,T' })
    account = await app.account('vega')
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const get = async (path: string) => (await app.get(`/api/v1/${path}`, account.key)).json()
  const flow = (query: string): Promise<{ data: Row[]; total: number; next_cursor: string | null }> =>
    get(`flow?limit=500&${query}`)

  it('are honoured by the rows, their count and the pages', async () => {
    const query = 'symbols=F,KO&sides=at_ask,above_ask'
    const { data, total } = await flow(query)
    const each = await Promise.all(
      ['F', 'KO'].flatMap((symbol) => ['at_ask', 'above_ask'].map((side) => flow(`symbol=${symbol}&side=${side}`))),
    )
    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof flow>> = await get(
        `flow?limit=100&${query}${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      paged.push(...page.data.map(({ id }) => id))
      cursor = page.next_cursor
    }

    expect(new Set(data.map(({ symbol }) => symbol))).toEqual(new Set(['F', 'KO']))
    expect(total).toBe(each.reduce((sum, one) => sum + one.total, 0))
    expect(new Set(paged).size).toBe(total)
    expect(paged).toHaveLength(total)
  })

  it('leave symbols out, and ask for more volume than open interest', async () => {
    const all = await flow('')
    const without = await flow('exclude_symbols=F,T')
    const only = await flow('symbol=KO')
    const opening = await flow('min_volume_oi_ratio=0.05')

    expect(without.total).toBe(only.total)
    expect(opening.total).toBeGreaterThan(0)
    expect(opening.total).toBeLessThan(all.total)
    expect(opening.data.every((row) => (row.volume_oi_ratio ?? 0) >= 0.05)).toBe(true)
  })

  it('keep the symbols that report earnings soon', async () => {
    const { session_date: today, data } = await get('earnings?limit=100')
    const days = (date: string) => (Date.parse(date) - Date.parse(today)) / 86_400_000
    const near = (max: number) =>
      new Set(
        data
          .filter(({ report_date: date }: { report_date: string }) => days(date) >= 0 && days(date) <= max)
          .map(({ symbol }: { symbol: string }) => symbol),
      )
    for (const within of [0, 60]) {
      const { total } = await flow(`earnings_within=${within}`)
      const sums = await Promise.all([...near(within)].map((symbol) => flow(`symbol=${symbol}`)))
      expect(total).toBe(sums.reduce((sum, one) => sum + one.total, 0))
    }
    expect((await flow('earnings_within=60&symbols=F&exclude_symbols=F')).total).toBe(0)
  })

  it('hold for unusual activity, and name a wrong value', async () => {
    const { data } = await get('unusual_activity?min_score=0&sides=at_bid&exclude_symbols=F&limit=100')
    const refused = await app.get('/api/v1/flow?sides=at_ask,at_top', account.key)

    expect(data.length).toBeGreaterThan(0)
    expect(data.every(({ side, symbol }: Row) => side === 'at_bid' && symbol !== 'F')).toBe(true)
    expect(refused.json().errors).toMatchObject([{ path: 'sides.1' }])
  })
})
