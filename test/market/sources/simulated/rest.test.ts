import { expect, it } from 'vitest'
import { simulatedMarket } from '../../../../src/market/sources/simulated/index.ts'

const NOW = '2026-11-20T18:00:00Z'
const PAST = '2026-11-18'

/** A market whose waits end when the test says that time has passed. */
function rested(answersPast: boolean) {
  const waiting: { readonly atMs: number; readonly work: () => void }[] = []
  let nowMs = 0
  const later = (work: () => void, ms: number) => void waiting.push({ atMs: nowMs + ms, work })
  const market = simulatedMarket({ seed: 1, symbols: ['KO'], now: () => new Date(NOW), later, answersPast })
  return {
    async read() {
      const view = await market.viewAt(PAST)
      return { chain: await view.chain('KO'), tape: (await view.optionPrints('KO')).tape }
    },
    readNow: async () => await (await market.viewAt()).chain('KO'),
    readBars: async () => await (await market.viewAt()).dailyBars('KO', {}),
    pass(ms: number) {
      for (nowMs += ms; ; ) {
        const [next] = waiting.filter(({ atMs }) => atMs <= nowMs)
        if (!next) return
        waiting.splice(waiting.indexOf(next), 1)
        next.work()
      }
    },
  }
}

it('keeps the chain and the tape of an earlier session for those who ask about it again', async () => {
  const { read, pass } = rested(true)
  const first = await read()

  pass(20_000)

  const again = await read()
  expect(again.chain).toBe(first.chain)
  expect(again.tape).toBe(first.tape)
})

it('forgets them soon where threads answer questions about earlier sessions', async () => {
  const { read, pass } = rested(false)
  const first = await read()

  pass(3_000)
  pass(3_000)

  const again = await read()
  expect(again.chain).not.toBe(first.chain)
  expect(again.tape).not.toBe(first.tape)
  expect(again.chain).toEqual(first.chain)
})

it.each([true, false])('forgets the chain of the session that runs when nobody looks any more', async (answersPast) => {
  const { readNow, pass } = rested(answersPast)
  const first = await readNow()
  pass(10_000)
  expect(await readNow()).toBe(first)

  pass(10_000)
  pass(10_000)

  const again = await readNow()
  expect(again).not.toBe(first)
  expect(again).toEqual(first)
})

it('has the same chains and bars after it forgot how it made the past', async () => {
  const { read, readNow, readBars, pass } = rested(true)
  const first = [await readNow(), (await read()).chain]
  pass(60_000)
  pass(60_000)
  pass(60_000)

  const again = [await readNow(), (await read()).chain]

  expect(again[1]).not.toBe(first[1])
  expect(again).toEqual(first)
  expect(await readBars()).toEqual(await rested(true).readBars())
})
