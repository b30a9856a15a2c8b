import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type McpApp, mcpApp } from '../support/mcp/mcp.ts'

let app: McpApp
beforeAll(async () => {
  app = await mcpApp({ MARKET_SYMBOLS: 'BRK.B,GOOGL,NVDA,SPX,TSLA' })
})
afterAll(() => app[Symbol.asyncDispose]())

const WRITTEN = ['nvidia', 'BRK-B', '$TSLA', '^SPX']
const MEANT = ['NVDA', 'BRK.B', 'TSLA', 'SPX']
const STOCKS = 'is not a symbol of GET /api/v1/stocks'

const send = async (method: 'POST' | 'PUT' | 'PATCH', path: string, payload: object) =>
  (await app.request({ method, url: `/api/v1${path}`, headers: app.caller.key, payload })).json()
const read = async (path: string) => (await app.get(`/api/v1${path}`, await app.key())).json()

describe('a symbol of a question', () => {
  it.each([
    ['nvidia', 'NVDA'],
    ['NVIDIA', 'NVDA'],
    ['berkshire', null],
    ['BRKB', 'BRK.B'],
    ['SPXW', 'SPX'],
    ['GOOG', null],
    ['NVDDA', null],
  ])('%s means for the search what it means for the operations', async (written, symbol) => {
    const search = await read(`/symbols?q=${written}`)
    const { status, detail, ...quote } = await read(`/stocks/${written}/quote`)
    const tool = await app.tool('stock_quote', { symbol: written })

    expect(search.symbol).toBe(symbol)
    if (symbol !== null) {
      expect(quote.symbol).toBe(symbol)
      expect(tool.body.symbol).toBe(symbol)
      return
    }
    const suggestion = `Did you mean ${search.data[0].symbol}?`
    expect([status, detail]).toEqual([404, expect.stringContaining(suggestion)])
    expect(tool).toMatchObject({ isError: true, text: expect.stringContaining(suggestion) })
  })

  it('may be a misspelled name, which the error and the search recognize', async () => {
    for (const [written, symbol] of [
      ['bershire', 'BRK.B'],
      ['telsa', 'TSLA'],
    ]) {
      expect((await read(`/symbols?q=${written}`)).data[0].symbol).toBe(symbol)
      expect((await app.tool('option_metrics', { symbol: written })).text).toContain(`Did you mean ${symbol}?`)
    }
  })

  it('is found in a list, too, and a warning names what an unknown one may mean', async () => {
    await using small = await mcpApp({ MARKET_SYMBOLS: 'F,KO' })
    const symbols = ['ford', 'KO', 'coca', 'KOO']
    const unknown = ['There is no symbol COCA. Did you mean KO?', 'There is no symbol KOO. Did you mean KO?']
    const screen = await small.tool('screener', { symbols })
    const flow = await small.tool('options_flow', { symbols, limit: 5 })

    expect(screen.body.unknown_symbols).toEqual(['COCA', 'KOO'])
    expect(screen.body.warnings).toEqual(['Without figures of this session: COCA, KOO.', ...unknown])
    expect(screen.body.total).toBe(2)
    expect(flow.body.warnings).toEqual(expect.arrayContaining(unknown))
    expect(flow.body.summary.row_count).toBeGreaterThan(0)
  })

  it('names the file of its answer', async () => {
    const { headers } = await app.get('/api/v1/stocks/nvidia/price_history?days=7&format=csv', await app.key())

    expect(headers['content-disposition']).toContain('price_history-NVDA.csv')
  })
})

describe.each(['option_flow', 'trade_idea'])('the symbols of an alert on %s', (source) => {
  const alert = (symbols: readonly string[]) => ({ name: 'Rule', source, criteria: { symbols } })

  it('are those that the caller certainly means', async () => {
    const { id, ...created } = await send('POST', '/alerts', alert([...WRITTEN]))
    const changed = await send('PATCH', `/alerts/${id}`, { criteria: { symbols: ['SPXW', 'nvidia'] } })
    const tool = await app.tool('create_alert', alert(WRITTEN))

    expect([created.criteria, tool.body.criteria]).toEqual([{ symbols: MEANT }, { symbols: MEANT }])
    expect(changed.criteria).toEqual({ symbols: ['SPX', 'NVDA'] })
  })

  it('are refused where the market does not have them, with those that may be meant', async () => {
    const { id } = await send('POST', '/alerts', alert(['NVDA']))
    const before = (await read('/alerts')).data
    const errors = [
      { path: 'criteria.symbols.1', message: `${STOCKS}. Did you mean NVDA?` },
      { path: 'criteria.symbols.2', message: `${STOCKS}. Did you mean GOOGL?` },
      { path: 'criteria.symbols.3', message: STOCKS },
    ]
    const symbols = ['TSLA', 'NVDDA', 'GOOG', 'WHATEVER']
    const created = await send('POST', '/alerts', alert(symbols))
    const changed = await send('PATCH', `/alerts/${id}`, { criteria: { symbols } })
    const tool = await app.tool('create_alert', alert(symbols))

    expect(created).toMatchObject({ status: 422, errors })
    expect(changed).toMatchObject({ status: 422, errors })
    expect(tool).toMatchObject({ isError: true, text: expect.stringContaining('Did you mean NVDA?') })
    expect((await read('/alerts')).data).toEqual(before)
  })

  it('are named once, however they are written', async () => {
    const { status, errors } = await send('POST', '/alerts', alert(['NVDA', 'nvidia']))

    expect([status, errors]).toEqual([422, [{ path: 'criteria.symbols', message: 'must not contain duplicates' }]])
  })

  it('stay in a rule that is stored when the market no longer has them', async () => {
    const { id } = await send('POST', '/alerts', alert(['NVDA']))
    const rule = (await app.parts.store.alerts.allEnabled()).find((each) => each.id === id)
    if (rule?.source !== source || !('symbols' in rule.criteria)) throw new Error('The rule is not stored')
    await app.parts.store.alerts.replace({ ...rule, criteria: { symbols: ['GONE'] } } as typeof rule)

    expect(await send('PATCH', `/alerts/${id}`, { name: 'Renamed' })).toMatchObject({
      name: 'Renamed',
      criteria: { symbols: ['GONE'] },
    })
    const changed = await send('PATCH', `/alerts/${id}`, { criteria: { symbols: ['GONE', 'nvidia'] } })
    expect(changed.criteria).toEqual({ symbols: ['GONE', 'NVDA'] })
  })
})

describe('the symbols of a watchlist', () => {
  it('are those that the caller certainly means', async () => {
    expect(await send('PUT', '/watchlist', { symbols: [...WRITTEN, 'SPXW'] })).toEqual({ symbols: MEANT })
    const own = { add: ['alphabet'], remove: ['nvidia'], symbol_thresholds: [{ symbol: 'tesla', size_min: 10 }] }
    expect(await send('PATCH', '/watchlist', own)).toEqual({ symbols: ['BRK.B', 'TSLA', 'SPX', 'GOOGL'] })
  })

  it('are refused where the market does not have them, with those that may be meant', async () => {
    expect(await send('PUT', '/watchlist', { symbols: ['nvidia', 'NVDDA', 'WHATEVER'] })).toMatchObject({
      status: 422,
      errors: [
        { path: 'symbols.1', message: `${STOCKS}. Did you mean NVDA?` },
        { path: 'symbols.2', message: STOCKS },
      ],
    })
  })
})
