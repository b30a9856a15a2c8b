import { afterEach, describe, expect, it } from 'vitest'
import { openParts } from '../../../src/app/parts.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { at, chainAt, netGexOf, TODAY, unquoted } from '../../support/market/last-minutes.ts'
import { sharedValuer } from '../../support/shared-valuer.ts'

let app: TestApp
afterEach(() => app[Symbol.asyncDispose]())

/** The service of the test, with its clock at a minute of the last hour of the session. */
async function appAt(minute: string): Promise<TestApp> {
  const made = await testApp()
  made.clock.set(at(minute))
  return made
}

/** The sign that a process which starts anew on the same store gives a chain without quotes. */
async function netGexAfterRestart(minute: string): Promise<number> {
  app.clock.set(at(minute))
  const { config, store, now, monotonicMs, log } = app.parts
  await using anew = await openParts(config, { valuer: sharedValuer, store, now, monotonicMs, log })
  return netGexOf(await anew.analysisOf(chainAt(at(minute), unquoted)).valued())
}

const value = async (minute: string, isQuoted?: () => boolean) => {
  await app.parts.analysisOf(chainAt(at(minute), isQuoted)).valued()
  await app.parts.background.idle()
}

describe('the last volatilities of the session', () => {
  it('keep the sign of net GEX after a restart in the last half hour', async () => {
    app = await appAt('45')
    expect(await netGexAfterRestart('52')).toBeLessThan(0)

    app.clock.set(at('45'))
    await value('45')

    expect(await netGexAfterRestart('55')).toBeGreaterThan(0)
  })

  it('are stored every five minutes of the chain, one row for each symbol', async () => {
    app = await appAt('45')
    for (const minute of ['40', '44', '45', '49']) await value(minute)

    const rows = await app.parts.store.heldVolatilities.ofSession(TODAY)

    expect(rows.map(([symbol, { asOfMs }]) => [symbol, new Date(asOfMs).toISOString()])).toEqual([
      ['XSP', `${TODAY}T20:45:00.000Z`],
    ])
    expect(rows[0]?.[1].expirations[0]?.volatilities.get(600)).toBeCloseTo(0.08, 2)
  })

  it('are not stored for chains of the past, and those of earlier sessions are removed', async () => {
    app = await appAt('45')
    await value('45')
    const { store } = app.parts
    const [[symbol, held] = ['', null]] = await store.heldVolatilities.ofSession(TODAY)
    await store.heldVolatilities.put(symbol, { ...held!, sessionDate: '2026-11-23' })
    expect(await store.heldVolatilities.ofSession(TODAY)).toEqual([])

    app.clock.set('2026-11-23T20:45:00Z')
    await value('50')

    expect(await store.heldVolatilities.ofSession(TODAY)).toEqual([])
  })
})
