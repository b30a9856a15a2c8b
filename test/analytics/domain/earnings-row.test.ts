import { describe, expect, it } from 'vitest'
import { EarningsRow } from '../../../src/analytics/contract/earnings-row.ts'
import { ChainAnalysis } from '../../../src/analytics/domain/chain-analysis.ts'
import {
  actualMovePct,
  earningsRow,
  expectedMovePct,
  sessionBefore,
} from '../../../src/analytics/domain/earnings-row.ts'
import { expectedMoveAfter } from '../../../src/analytics/domain/smile/constant-maturities.ts'
import { valuedChain } from '../../../src/analytics/domain/valuation/chain-valuation.ts'
import { type EarningsReport, reportInstant } from '../../../src/market/domain/earnings-report.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'
import { expectNear } from '../../support/near.ts'

const report = (change: Partial<EarningsReport> = {}): EarningsReport => ({
  symbol: 'XYZ',
  reportDate: '2026-12-18',
  timing: 'after_close',
  fiscalPeriod: '2026-Q3',
  epsEstimate: 2,
  epsActual: 2.5,
  status: 'reported',
  knownAt: '2026-12-18T21:05:00.000Z',
  ...change,
})

const closes = { '2026-12-17': 100, '2026-12-18': 110, '2026-12-21': 99 }
const bars = Object.entries(closes).map(([date, close]) => ({ date, open: 1, high: 1, low: 1, close, volume: 1 }))

describe('the move that came', () => {
  it.each([
    ['after_close', -10, '2026-12-18'],
    ['before_open', 10, '2026-12-17'],
    ['during_session', 10, '2026-12-17'],
  ] as const)('of a report %s is %d %%', (timing, move, before) => {
    expect(sessionBefore(report({ timing }))).toBe(before)
    expect(actualMovePct(report({ timing }), bars)).toBeCloseTo(move, 9)
  })

  it('is unknown of an unknown timing, a guessed date, and until the close after it', () => {
    expect(actualMovePct(report({ timing: 'unknown' }), bars)).toBeNaN()
    expect(actualMovePct(report({ status: 'estimated' }), bars)).toBeNaN()
    expect(actualMovePct(report(), bars.slice(0, 2))).toBeNaN()
  })

  it('of a report at the weekend spans the closes around it', () => {
    const weekend = report({ reportDate: '2026-12-19', timing: 'before_open' })

    expect(sessionBefore(weekend)).toBe('2026-12-18')
    expect(actualMovePct(weekend, bars)).toBeCloseTo(-10, 9)
  })
})

describe('the move that options expected', () => {
  const chain = syntheticChain({ volatility: (_strike, years) => 0.2 + years })
  const analysis = new ChainAnalysis(chain)

  it('is that of the first expiration settling after the report, as the whole chain tells it', () => {
    const before = expectedMovePct(analysis, report({ timing: 'before_open' }))
    const after = expectedMovePct(analysis, report())
    const valued = valuedChain(chain)
    const whole = (timing: EarningsReport['timing']) =>
      (100 * expectedMoveAfter(valued, reportInstant(report({ timing })))) / valued.spot

    // December settles at the close of the day of the report: too late for a report after the close.
    expectNear(before, whole('before_open'), 1e-6, 'before the open')
    expectNear(after, whole('after_close'), 1e-6, 'after the close')
    expect(after).toBeGreaterThan(1.3 * before)
  })

  it('is unknown beyond the last expiration', () => {
    expect(expectedMovePct(analysis, report({ reportDate: '2027-06-01' }))).toBeNaN()
  })
})

describe('a row', () => {
  it('compares figure and estimate', () => {
    const row = earningsRow(report(), { analysis: null, bars })

    expect(EarningsRow.parse(row)).toEqual(row)
    expect(row).toMatchObject({ surprise_pct: 25, expected_move_pct: null, actual_move_pct: expect.closeTo(-10, 9) })
  })

  it('has a better figure than a feared loss above 0, and none for an estimate of 0', () => {
    const surprise = (epsEstimate: number, epsActual: number) =>
      earningsRow(report({ epsEstimate, epsActual }), { analysis: null, bars }).surprise_pct

    expect(surprise(-0.5, -0.25)).toBe(50)
    expect(surprise(0, 0.1)).toBeNull()
    expect(surprise(0.2, Number.NaN)).toBeNull()
  })
})
