import { expect, it } from 'vitest'
import { valuer } from '../../../src/app/valuation/valuer.ts'
import { simulatedMarket } from '../../../src/market/sources/simulated/index.ts'

const NOW = new Date('2026-11-20T18:00:00Z')
const WORLD = { seed: 7, speed: 1 }

it('makes tapes and closing chains in the thread as the market makes them here, and none while it is busy', async () => {
  await using values = valuer((error) => expect.unreachable(String(error)))
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
      closingChain: (session) => counted(maker.closingChain(session)),
    },
  })
  for (const date of [undefined, '2026-11-18']) {
    const [view, expected] = [await beside.viewAt(date), await here.viewAt(date)]
    expect((await view.optionPrints('XOM')).prints).toEqual((await expected.optionPrints('XOM')).prints)
    expect(await view.chain('XOM')).toEqual(await expected.chain('XOM'))
  }
  // Two tapes and the past chain: that of a running session is made here.
  expect(made).toBe(3)

  const sessions = [1_000, 1_001, 1_002].map((index) => maker.closingChain({ symbol: 'XOM', index }))
  expect(maker.closingChain({ symbol: 'XOM', index: 1_003 })).toBeUndefined()
  expect(await Promise.all(sessions)).toHaveLength(3)
})
