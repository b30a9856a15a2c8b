import { expect, it } from 'vitest'
import { localComputation } from '../../../src/analytics/domain/chain-analysis.ts'
import { chainAnalyses, forgetPassing } from '../../../src/analytics/operations/chain-analyses.ts'
import { sessionOn } from '../../../src/market/domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../../src/market/domain/options/chain.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'

it('keeps the analyses that were used last, as many as their contracts allow', () => {
  const [first, second, third] = [syntheticChain(), syntheticChain(), syntheticChain()]
  const analysisOf = chainAnalyses(localComputation, 2 * first.contracts.count)
  const [ofFirst, ofSecond] = [analysisOf(first), analysisOf(second)]
  expect(analysisOf(first)).toBe(ofFirst)

  analysisOf(third)

  expect(analysisOf(first)).toBe(ofFirst)
  expect(analysisOf(second)).not.toBe(ofSecond)
})

it('makes a new analysis of a chain that was forgotten, and keeps the others', () => {
  const [first, second] = [syntheticChain(), syntheticChain()]
  const analysisOf = chainAnalyses(localComputation)
  const [ofFirst, ofSecond] = [analysisOf(first), analysisOf(second)]

  analysisOf.forget(first)

  expect(analysisOf(second)).toBe(ofSecond)
  expect(analysisOf(first)).not.toBe(ofFirst)
})

it('forgets what the whole market was asked for where each second has another chain, and no chain that stays', () => {
  const [running, closed] = [syntheticChain(), syntheticChain()]
  const { sessionDate } = closed
  const atClose = { ...closed, asOfMs: sessionOn(sessionDate)?.closeMs ?? Number.NaN }
  const analysisOf = chainAnalyses(localComputation)
  const known = [analysisOf(running), analysisOf(atClose)]
  const forgets = (chain: OptionChain, readsStore: boolean) => {
    forgetPassing(analysisOf, { readsStore }, chain)
    return !known.includes(analysisOf(chain))
  }

  expect([forgets(running, true), forgets(atClose, false), forgets(running, false)]).toEqual([false, false, true])
})
