import { describe, expect, it } from 'vitest'
import { simulatedMarket } from '../../../../src/market/sources/simulated/index.ts'

const FRIDAY = '2026-11-20'
const OPEN_MS = Date.parse('2026-11-20T14:30:00Z')
const CLOSE_MS = Date.parse('2026-11-20T21:00:00Z')
const HOUR_MS = 3_600_000

function market(ms: number, replays = true) {
  const clock = { ms }
  const now = () => new Date(clock.ms)
  return { clock, source: simulatedMarket({ seed: 1, symbols: ['F', 'KO'], replays, now }) }
}

describe('a simulated market that replays its last session', () => {
  it('shows the session from its open at the pace of the clock, and names it as a replay', async () => {
    const { source } = market(CLOSE_MS + 2 * HOUR_MS)
    const running = market(OPEN_MS + 2 * HOUR_MS, false).source
    const [shown, then] = [await source.viewAt(), await running.viewAt()]
    const [tape, tapeThen] = [await shown.optionPrints('F'), await then.optionPrints('F')]

    expect(await shown.moment()).toMatchObject({ asOfMs: OPEN_MS + 2 * HOUR_MS, sessionDate: FRIDAY })
    expect(shown).toMatchObject({
      isReplay: true,
      notice: expect.stringContaining(`Replay of the session of ${FRIDAY}`),
    })
    expect(await shown.quote('F')).toEqual({ ...(await then.quote('F')), marketSession: 'post' })
    expect((await shown.chain('F')).contracts).toEqual((await then.chain('F')).contracts)
    expect(tape.prints.count).toBeGreaterThan(0)
    expect(tape.prints).toEqual(tapeThen.prints)
  })

  it('begins again with a tape of its own after the end of the session, until the next one opens', async () => {
    const { clock, source } = market(CLOSE_MS + 6 * HOUR_MS)
    const first = await (await source.viewAt()).optionPrints('F')
    clock.ms += HOUR_MS
    const again = await source.viewAt()
    const second = await again.optionPrints('F')
    clock.ms = Date.parse('2026-11-23T14:29:59Z')
    const last = await source.viewAt()
    clock.ms += 1000
    const monday = await source.viewAt()

    expect((await again.moment()).asOfMs).toBe(OPEN_MS + HOUR_MS / 2)
    expect(second.tape).not.toBe(first.tape)
    expect(second.prints.count).toBeLessThan(first.prints.count)
    expect(last.isReplay).toBe(true)
    expect(monday).toMatchObject({ isReplay: false, notice: undefined })
    expect(await monday.moment()).toMatchObject({ sessionDate: '2026-11-23' })
  })

  it('answers the replayed session as a past date from its close', async () => {
    const { source } = market(CLOSE_MS + HOUR_MS)
    const past = await source.viewAt(FRIDAY)
    const closed = await market(CLOSE_MS + HOUR_MS, false).source.viewAt()
    const [listing] = await source.listings()

    expect(past).toMatchObject({ isReplay: false, notice: undefined })
    expect(await past.moment()).toMatchObject({ asOfMs: CLOSE_MS })
    expect((await past.quote('F')).price).toBe((await closed.quote('F')).price)
    expect((await past.optionPrints('F')).prints).toEqual((await closed.optionPrints('F')).prints)
    expect(listing).toMatchObject({ printsTo: FRIDAY })
  })

  it('is no replay while the exchanges are open', async () => {
    const view = await market(OPEN_MS + HOUR_MS).source.viewAt()

    expect(view).toMatchObject({ isReplay: false, notice: undefined })
    expect((await view.quote('F')).marketSession).toBe('open')
  })
})
