import { expect, it } from 'vitest'
import { valuer } from '../../../src/app/valuation/valuer.ts'
import { simulatedMarket } from '../../../src/market/sources/simulated/index.ts'

const NOW = new Date('2026-11-20T18:00:00Z')
const WORLD = { seed: 7, speed: 1 }

it('makes tapes and chains in the thread as the market makes them here, and none of a further session while it is busy', async () => {
  await using values = valuer({ onError: (error) => expect.unreachable(String(error)), tableBytes: 32e6 })
  const maker = values.makerOf(WORLD)
  let made = 0
  const counted = <T>(part: T): T => {
    if (part !== undefined) made++
    return part
  }
  const options = { ...WORLD, symbols: ['XOM'], now: () => NOW }
  const here = simulatedMarket(options)
  const beside = simulatedMarket({
    ...options,
    maker: {
      tape: (session) => counted(maker.tape(session)),
      chain: (symbol, moment) => counted(maker.chain(symbol, moment)),
    },
  })
  for (const date of [undefined, '2026-11-18']) {
    const [view, expected] = [await beside.viewAt(date), await here.viewAt(date)]
    expect((await view.optionPrints('XOM')).prints).toEqual((await expected.optionPrints('XOM')).prints)
    expect(await view.chain('XOM')).toEqual(await expected.chain('XOM'))
  }
  // Two tapes, the past chain and the first one of the session that runs.
  expect(made).toBe(4)

  const { tape } = maker
  const sessions = [1_000, 1_001, 1_002].map((index) => tape({ symbol: 'XOM', index }))
  expect(tape({ symbol: 'XOM', index: 1_003 })).toBeUndefined()
  expect(await Promise.all(sessions)).toHaveLength(3)
  // What has begun in one thread goes on there: the other would need a board of its own.
  expect(tape({ symbol: 'XOM', index: 1_003 })).toBeUndefined()
})

it('makes in the thread the first chain of a running session, and those that follow here', async () => {
  await using values = valuer({ onError: (error) => expect.unreachable(String(error)), tableBytes: 32e6 })
  const maker = values.makerOf(WORLD)
  const asked: number[] = []
  let nowMs = NOW.getTime()
  const options = { ...WORLD, symbols: ['XOM'], now: () => new Date(nowMs) }
  const chain: typeof maker.chain = (symbol, moment) => {
    asked.push(moment.asOfMs)
    return maker.chain(symbol, moment)
  }
  const beside = simulatedMarket({ ...options, maker: { tape: () => undefined, chain } })
  const here = simulatedMarket(options)
  // Twice while the session runs, and at its close, where a closed market stands still.
  const times = [NOW.getTime(), NOW.getTime() + 60_000, Date.parse('2026-11-20T23:00:00Z')]
  for (nowMs of times) {
    const [view, expected] = [await beside.viewAt(), await here.viewAt()]
    expect(await view.chain('XOM')).toEqual(await expected.chain('XOM'))
  }
  expect(asked).toEqual([times[0], Date.parse('2026-11-20T21:00:00Z')])
})
