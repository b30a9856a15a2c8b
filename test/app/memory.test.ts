import { expect, it } from 'vitest'
import { memoryShares } from '../../src/app/memory.ts'

const MB = 1024 * 1024
/** Measured: the columns of a simulated chain have 83 bytes for each contract, those of its valuation 114. */
const CONTRACT_BYTES = 197

it.each([128, 768, 65_536])('divides CACHE_MB=%d completely, and nothing of it twice', (cacheMb) => {
  const shares = memoryShares({ cacheMb })

  const usedMb =
    (shares.answerBytes +
      shares.pastAnswerBytes +
      shares.analysedContracts * CONTRACT_BYTES +
      // The thread that answers and the thread that values have tables of their own.
      2 * shares.exerciseTableBytes) /
      MB +
    shares.threadsMb

  expect(usedMb).toBeLessThanOrEqual(cacheMb)
  expect(usedMb).toBeGreaterThan(0.98 * cacheMb)
})

it('keeps the valuations of one session of the simulated market at the default of 768 MB', () => {
  expect(memoryShares({ cacheMb: 768 }).analysedContracts).toBeGreaterThan(158_574)
})
