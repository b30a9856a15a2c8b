import { existsSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gammaExposureOperation } from '../../../src/analytics/operations/gamma-exposure.ts'
import { ivTermStructureOperation } from '../../../src/analytics/operations/iv-term-structure.ts'
import { optionMetricsOperation } from '../../../src/analytics/operations/option-metrics.ts'
import { completeMetrics } from '../../../src/app/import/complete-metrics.ts'
import { importFiles } from '../../../src/app/import/import-files.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { sharedDataExists, sharedPath } from '../../support/market/shared-data.ts'
import { sample } from '../../support/sample.ts'

const STAMPS = ['2026-07-15', '2026-07-16', '2026-08-19', '2026-08-20', '2026-08-21', '2026-08-22']
const TOLERANCE = 0.02

const fileOf = (symbol: string, stamp: string) => sharedPath('data', 'options_desk', `${symbol}.${stamp}.json.gz`)

/** The band of IV30 of the files that have one, by session. */
function bandsOf(symbol: string): [date: string, band: [number, number]][] {
  return STAMPS.flatMap((stamp) => {
    const path = sharedPath('data', 'expected', 'options_desk', `${symbol}.${stamp}.json`)
    if (!existsSync(path)) return []
    const expected = JSON.parse(readFileSync(path, 'utf8'))
    return [[expected.session_date, expected.model.band.iv30]]
  })
}

describe.skipIf(!sharedDataExists).each(sample(['MSFT', 'AAPL'], 1))('the real chains of %s', (symbol) => {
  let app: TestApp

  beforeEach(async () => {
    app = await testApp({ MARKET_SOURCE: 'replay' })
  })
  afterEach(() => app[Symbol.asyncDispose]())

  async function imported(to: TestApp, stamps: readonly string[]): Promise<void> {
    const { store, now, newId } = to.parts
    const reports = await importFiles(
      { store, now, newId },
      { kind: 'chain', files: stamps.map((stamp) => fileOf(symbol, stamp)) },
    )
    expect(reports.filter(({ status }) => status !== 'imported')).toEqual([])
    await completeMetrics(store, {
      onFailure: (error) => {
        throw error
      },
    })
  }

  /** Every answer of a date as text, walls among them. */
  async function textOf(of: TestApp, date: string): Promise<string> {
    const answers = []
    for (const operation of [optionMetricsOperation, ivTermStructureOperation, gammaExposureOperation]) {
      answers.push(await of.asOperator(operation, { symbol, date }))
    }
    return JSON.stringify(answers)
  }

  it('give an IV30 in the expected band, and no rank of so few sessions', async () => {
    await imported(app, STAMPS)
    const dates = await app.parts.store.chains.sessionDates(symbol)
    const bands = bandsOf(symbol)

    expect(bands.length).toBeGreaterThanOrEqual(3)
    for (const [date, [low, high]] of bands) {
      const answer = await app.asOperator(optionMetricsOperation, { symbol, date })
      const iv30 = Number(answer['iv30'])
      const says = `${symbol} ${date}: ${iv30}, expected ${low} to ${high} ± ${TOLERANCE}`
      expect(iv30 > low - TOLERANCE && iv30 < high + TOLERANCE, says).toBe(true)
      expect(answer).toMatchObject({ iv_rank: null, iv_percentile: null, session_date: date })
      const sessions = dates.indexOf(date) + 1
      expect(answer['warnings']).toContain(`iv_rank and iv_percentile need 60 sessions of IV30; there are ${sessions}.`)
    }
  })

  it('give the same answers for every date in whatever order they are imported, and later ones change none', async () => {
    await using other = await testApp({ MARKET_SOURCE: 'replay' })
    const forward: Record<string, string> = {}
    for (const stamp of STAMPS) {
      await imported(app, [stamp])
      for (const date of await app.parts.store.chains.sessionDates(symbol)) {
        const text = await textOf(app, date)
        // A file of Saturday joins the chain of Friday: that one session may still change.
        if (stamp !== '2026-08-22' || date !== '2026-08-21') expect(text).toBe(forward[date] ?? text)
        forward[date] = text
      }
    }
    for (const stamp of STAMPS.toReversed()) await imported(other, [stamp])

    const dates = await other.parts.store.chains.sessionDates(symbol)
    expect(dates).toEqual(Object.keys(forward))
    for (const date of dates) expect(await textOf(other, date), date).toBe(forward[date])
  }, 60_000)
})
