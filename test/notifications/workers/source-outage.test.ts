import { describe, expect, it } from 'vitest'
import { outageWatch, type SourceState } from '../../../src/notifications/workers/source-outage.ts'
import { ACCOUNT, type NotifyWorld, notifyWorld } from '../../support/notifications/notify-world.ts'

const MINUTE = 60_000

/** A watch over a source whose state is set by hand. */
function watching(world: NotifyWorld) {
  let state: SourceState = { state: 'unasked', sinceMs: Number.NaN, lastGoodMs: Number.NaN }
  const { store, notifier, newId, clock } = world
  const parts = { store, notifier, newId, now: clock.now, publicUrl: 'https://options.example' }
  const start = () => outageWatch({ ...parts, source: 'cboe', sourceState: () => state })
  let watch = start()
  return {
    turn(next: SourceState['state'], lastGoodMs = Number.NaN) {
      state = { state: next, sinceMs: clock.now().getTime(), lastGoodMs }
    },
    look: () => watch(),
    restart() {
      watch = start()
    },
    async titles() {
      const { notifications } = world.store
      const rows = await notifications.list(ACCOUNT, {}, { limit: 20 })
      return rows.map(({ title }) => title).reverse()
    },
    async bodies() {
      return (await world.store.notifications.list(ACCOUNT, {}, { limit: 20 })).map(({ body }) => body).reverse()
    },
  }
}

describe('an outage of a live source', () => {
  it('is told once after five minutes, and its end once', async () => {
    await using world = await notifyWorld({ start: '2026-11-20T15:00:00.000Z' })
    const source = watching(world)
    const goodMs = world.clock.now().getTime()
    source.turn('fine', goodMs)
    await source.look()
    world.clock.advance(MINUTE)
    source.turn('degraded', goodMs)
    world.clock.advance(4 * MINUTE)
    await source.look()
    expect(await source.titles()).toEqual([])

    world.clock.advance(MINUTE)
    for (let round = 0; round < 3; round++) await source.look()
    expect(await source.titles()).toEqual(['Market data of cboe cannot be had'])
    expect((await source.bodies())[0]).toContain('since 2026-11-20T15:01:00.000Z')
    expect((await source.bodies())[0]).toContain('last good data, of 2026-11-20T15:00:00.000Z')

    world.clock.advance(25 * MINUTE)
    source.turn('fine', world.clock.now().getTime())
    for (let round = 0; round < 3; round++) await source.look()
    expect(await source.titles()).toEqual(['Market data of cboe cannot be had', 'Market data of cboe are back'])
    expect((await source.bodies())[1]).toContain('after 30 minutes')
  })

  it('that ends within minutes is no news', async () => {
    await using world = await notifyWorld()
    const source = watching(world)
    source.turn('down')
    await source.look()
    world.clock.advance(2 * MINUTE)
    source.turn('fine', world.clock.now().getTime())
    await source.look()
    world.clock.advance(10 * MINUTE)
    await source.look()
    expect(await source.titles()).toEqual([])
  })

  it('counts from its begin when it gets worse on the way', async () => {
    await using world = await notifyWorld()
    const source = watching(world)
    source.turn('degraded', world.clock.now().getTime())
    await source.look()
    world.clock.advance(4 * MINUTE)
    source.turn('down')
    await source.look()
    world.clock.advance(MINUTE)
    await source.look()
    expect(await source.titles()).toHaveLength(1)
  })

  it('rings once a day, also when it comes and goes or the service starts again', async () => {
    await using world = await notifyWorld()
    const source = watching(world)
    for (let round = 0; round < 3; round++) {
      source.turn('down')
      await source.look()
      world.clock.advance(6 * MINUTE)
      await source.look()
      source.restart()
      await source.look()
      source.turn('fine', world.clock.now().getTime())
      await source.look()
    }
    expect(await source.titles()).toEqual(['Market data of cboe cannot be had', 'Market data of cboe are back'])

    world.clock.advance(24 * 60 * MINUTE)
    source.turn('down')
    await source.look()
    world.clock.advance(6 * MINUTE)
    await source.look()
    expect(await source.titles()).toHaveLength(3)
  })
})
