import { describe, expect, it } from 'vitest'
import { ALL_ACCOUNTS } from '../../../src/alerts/domain/shard.ts'
import { notifyOfScreens, type ScreenWatchParts, screenMemory } from '../../../src/alerts/workers/screen-watch.ts'
import { NUMBER_FIELD_NAMES, type NumberField } from '../../../src/analytics/domain/screener/screen-fields.ts'
import { screenTable } from '../../../src/analytics/domain/screener/screen-table.ts'
import { contextOf, OPERATOR } from '../../../src/app/parts.ts'
import { recordOf } from '../../../src/lib/json/record-of.ts'
import { MINUTE_MS } from '../../../src/lib/time/duration.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'

const SETTINGS = { MARKET_SYMBOLS: 'F,KO' }
const { signal } = new AbortController()

const unknown = recordOf(NUMBER_FIELD_NAMES, () => ({ value: Number.NaN }))
const numbersWith = (ivRank: number) => {
  const names: readonly NumberField[] = NUMBER_FIELD_NAMES
  const entries = names.map((name) => [name, name === 'iv_rank' ? ivRank : unknown[name].value])
  return Object.fromEntries(entries)
}

/** A process that compares rules with tables whose IV ranks the test sets. */
function watching(app: TestApp) {
  const context = contextOf(app.parts, { caller: OPERATOR })
  let ranks: Readonly<Record<string, number>> = {}
  let atMs = app.clock.now().getTime()
  const screenTables: ScreenWatchParts['screenTables'] = {
    at: async () => ({
      view: { source: 'simulated', notice: undefined, isReplay: false },
      isWhole: true,
      dated: { asOfMs: atMs, sessionDate: '2026-11-20', warnings: [] },
      table: screenTable(
        Object.entries(ranks).map(([symbol, rank]) => ({
          symbol,
          asOfMs: atMs,
          numbers: numbersWith(rank),
          texts: { state: null, gamma_regime: null, sector: null },
        })),
      ),
    }),
  }
  const start = (): ScreenWatchParts => ({
    ...context,
    screenTables,
    publicUrl: 'https://options.example',
    shard: ALL_ACCOUNTS,
    memory: screenMemory(),
  })
  let parts = start()
  return {
    async at(next: Readonly<Record<string, number>>, passedMs = MINUTE_MS) {
      ranks = next
      atMs += passedMs
      app.clock.advance(MINUTE_MS)
      await notifyOfScreens(parts, signal)
    },
    restart: () => {
      parts = start()
    },
  }
}

async function rule(app: TestApp, { key }: TestAccount, criteria: object) {
  const payload = { name: 'Rich', source: 'screen', criteria, cooldown_minutes: 0 }
  return await app.request({ method: 'POST', url: '/api/v1/alerts', headers: key, payload })
}

async function titles(app: TestApp, { key }: TestAccount): Promise<string[]> {
  const page = (await app.get('/api/v1/notifications?limit=100', key)).json()
  return page.data.map(({ title }: { title: string }) => title).reverse()
}

describe('the watch of screens', () => {
  it('notifies of symbols that pass now and did not before, and not of those at the first comparison', async () => {
    await using app = await testApp(SETTINGS)
    const account = await app.account('vega')
    const market = watching(app)
    expect((await rule(app, account, { filters: ['iv_rank >= 70'] })).statusCode).toBe(201)

    await market.at({ F: 80, KO: 20 })
    await market.at({ F: 85, KO: 75 })
    await market.at({ F: 85, KO: 76 })
    market.restart()
    await market.at({ F: 10, KO: 20 })
    await market.at({ F: 90, KO: 90 })

    expect(await titles(app, account)).toEqual(['Rich: KO passes the screen', 'Rich: F, KO pass the screen'])
  })

  it('compares only chosen symbols, and no table twice', async () => {
    await using app = await testApp(SETTINGS)
    const account = await app.account('vega')
    const market = watching(app)
    await rule(app, account, { filters: ['iv_rank >= 70'], symbols: ['F'] })

    await market.at({ F: 10, KO: 10 })
    await market.at({ F: 80, KO: 80 }, 0)
    expect(await titles(app, account)).toEqual([])
    await market.at({ F: 80, KO: 80 })

    expect(await titles(app, account)).toEqual(['Rich: F passes the screen'])
  })

  it('refuses filters that are none, naming the nearest field', async () => {
    await using app = await testApp(SETTINGS)
    const answer = await rule(app, await app.account('vega'), { filters: ['price > 1', 'ivrank > 2'] })

    expect(answer.statusCode).toBe(422)
    expect(JSON.stringify(answer.json())).toContain('the nearest to ivrank is iv_rank')
    expect(JSON.stringify(answer.json())).toContain('criteria.filters.1')
  })
})
