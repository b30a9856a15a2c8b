import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ivTermStructureOperation } from '../../../../src/analytics/operations/iv-term-structure.ts'
import { optionMetricsOperation } from '../../../../src/analytics/operations/option-metrics.ts'
import { screenTables } from '../../../../src/analytics/operations/screener/screen-tables.ts'
import { screenerOperation } from '../../../../src/analytics/operations/screener/screener.ts'
import { keptScreens } from '../../../../src/app/kept-overviews.ts'
import { contextOf, OPERATOR } from '../../../../src/app/parts.ts'
import type { Answer } from '../../../../src/catalogue/operation.ts'
import { type TestApp, testApp } from '../../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: 'DIA,F,KO' })
})
afterAll(() => app[Symbol.asyncDispose]())

const screened = async (input: Answer) =>
  screenerOperation.output.parse(await app.asOperator(screenerOperation, screenerOperation.input.parse(input)))

describe('the screener', () => {
  it('says of each symbol what its own operations say', async () => {
    const { data, total, screened: count } = await screened({ sort: '-iv30' })
    const metrics = optionMetricsOperation.output.parse(await app.asOperator(optionMetricsOperation, { symbol: 'KO' }))
    const term = ivTermStructureOperation.output.parse(await app.asOperator(ivTermStructureOperation, { symbol: 'KO' }))

    expect([total, count, data.length]).toEqual([3, 3, 3])
    expect(data.map(({ iv30 }) => iv30)).toEqual(data.map(({ iv30 }) => iv30).toSorted((a, b) => b! - a!))
    const { net_gex, rr25, bf25, put_call_ratio_volume, total_open_interest, gamma_regime, iv_rank } = metrics
    const { rv20, rv30, state, iv30 } = term
    expect(data.find(({ symbol }) => symbol === 'KO')).toMatchObject({
      ...{ net_gex, rr25, bf25, put_call_ratio_volume, total_open_interest, gamma_regime, iv_rank },
      ...{ rv20, rv30, state, iv30 },
    })
  })

  it('compares chosen symbols by chosen fields, page by page', async () => {
    const fields = ['price', 'sector']
    const first = await screened({ symbols: ['KO', 'F', 'NOPE'], fields, sort: '-price', limit: 1 })
    const second = await screened({
      symbols: ['KO', 'F', 'NOPE'],
      fields,
      sort: '-price',
      limit: 1,
      cursor: first.next_cursor,
    })

    expect(first.unknown_symbols).toEqual(['NOPE'])
    expect(first.warnings.join()).toContain('NOPE')
    expect(Object.keys(first.data[0]!).sort()).toEqual(['price', 'row_as_of', 'sector', 'symbol'])
    expect([...first.data, ...second.data].map(({ symbol }) => symbol)).toEqual(['KO', 'F'])
    expect(second.next_cursor).toBeNull()
  })

  it('names each filter, field and order that is none', async () => {
    await expect(
      screened({ filters: ['price > 1', 'ivrank > 2'], sort: '-pric', fields: ['gex'] }),
    ).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ path: 'filters.1' }, { path: 'sort' }, { path: 'fields.0' }] },
    })
  })

  it('has presets, quantiles and past sessions', async () => {
    const { quantiles, data } = await screened({ preset: 'steep_skew', quantiles: true })
    const past = await screened({ date: '2026-11-10', filters: ['price > 0'] })

    expect(quantiles!.find(({ field }) => field === 'iv30')!.values).toHaveLength(7)
    expect(data.every(({ rr25 }) => rr25! < 0)).toBe(true)
    expect(past).toMatchObject({ session_date: '2026-11-10', total: 3 })
  })

  it('answers from the store after a restart, while it computes anew', async () => {
    const { parts } = app
    const kept = keptScreens(parts.config, parts.store, parts.market, parts.now)
    const context = contextOf(parts, { caller: OPERATOR })
    const fresh = await parts.screenTables.at(undefined, context)
    await parts.background.idle()
    const waiting: (() => Promise<void>)[] = []
    const again = await screenTables(parts.monotonicMs, kept).at(undefined, {
      ...context,
      afterwards: (work) => void waiting.push(work),
    })

    expect(again.table).toEqual(fresh.table)
    expect(waiting).toHaveLength(1)
  })
})
