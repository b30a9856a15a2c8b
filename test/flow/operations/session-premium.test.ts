import { expect, it } from 'vitest'
import { localComputation } from '../../../src/analytics/domain/chain-analysis.ts'
import { chainAnalyses } from '../../../src/analytics/operations/chain-analyses.ts'
import { ContractTallies } from '../../../src/flow/domain/sums/contract-tallies.ts'
import { sumFlow } from '../../../src/flow/domain/sums/flow-sums.ts'
import { FlowSessions } from '../../../src/flow/operations/flow-sessions.ts'
import { simulatedMarket } from '../../../src/market/sources/simulated/index.ts'

const FIRST = new Date('2026-11-20T18:00:00Z')
const LATER = new Date('2026-11-20T18:40:00Z')

it('sums a tape without scores to the same figures as its scored rows, while it grows', async () => {
  let nowDate = FIRST
  const market = simulatedMarket({ seed: 7, symbols: ['IWM', 'XOM'], now: () => nowDate })
  const viewAt = (date?: string) => market.viewAt(date)
  const sessions = () =>
    new FlowSessions({
      get store(): never {
        throw new Error('The simulated market answers from its own tape.')
      },
      viewAt,
      analysisOf: chainAnalyses(localComputation),
    })
  const [unscored, scored] = [sessions(), sessions()]
  for (const symbol of ['IWM', 'XOM']) {
    for (const now of [FIRST, LATER]) {
      nowDate = now
      const view = await viewAt()
      const { rows, prints, sessionDate } = await scored.flow(view, symbol)
      expect(rows.length).toBeGreaterThan(0)
      const expected = { sessionDate, prints, sums: sumFlow(rows) }
      expect(await unscored.sums(view, symbol)).toEqual(expected)
      expect(await scored.sums(view, symbol)).toEqual(expected)
    }
  }
})

it('sums contracts to the same figures as the rows of exactly that moment', async () => {
  let nowDate = FIRST
  const market = simulatedMarket({ seed: 7, symbols: ['IWM'], now: () => nowDate })
  const sessions = new FlowSessions({
    get store(): never {
      throw new Error('The simulated market answers from its own tape.')
    },
    viewAt: (date?: string) => market.viewAt(date),
    analysisOf: chainAnalyses(localComputation),
  })
  const earlier = await market.viewAt()
  nowDate = LATER
  const later = await market.viewAt()

  // The earlier view comes last: the session has then been read beyond it.
  for (const view of [later, earlier]) {
    const read = await sessions.byContract(view, 'IWM', ({ sessionDate, prints, sums, contracts }) => ({
      ...{ sessionDate, prints, sums: { ...sums } },
      near: contracts.bySide(({ dte }) => dte <= 7),
      accumulation: contracts.strongestAccumulation(),
    }))
    const { rows, sessionDate, prints, sums } = await sessions.flow(view, 'IWM')
    const near = sumFlow(rows.filter(({ dte }) => dte <= 7))

    expect(rows.length).toBeGreaterThan(0)
    expect(read).toEqual({
      ...{ sessionDate, prints, sums },
      near: { premium: { call: near.callPremium, put: near.putPremium }, volume: near.callVolume + near.putVolume },
      accumulation: ContractTallies.of(rows).strongestAccumulation(),
    })
  }
})
