import { describe, expect, it } from 'vitest'
import { ruleIndex } from '../../../src/alerts/domain/rule-index.ts'
import { flowSubject } from '../../../src/alerts/operations/flow-subject.ts'
import { flowTriggers } from '../../../src/alerts/operations/triggers.ts'
import type { Trigger } from '../../../src/notifications/operations/raise/trigger.ts'
import { framesAfter } from '../../../src/surfaces/feed/frames.ts'
import { aPrint, watching } from '../../support/notifications/notification-rows.ts'
import { ACCOUNT, type NotifyWorld, notifyWorld } from '../../support/notifications/notify-world.ts'
import { everyCase } from '../../support/sample.ts'
import { simulatedFlow } from '../../validation/simulated-flow.ts'

const none = ruleIndex([])

function triggersOf(change: Parameters<typeof aPrint>[0]): Trigger[] {
  return flowTriggers(aPrint({ unusual_score: 50, ...change }), { rules: none, watchers: watching(ACCOUNT) })
}

async function listed({ store }: NotifyWorld) {
  return store.notifications.list(ACCOUNT, {}, { limit: 1_000 })
}

async function framesOf({ store, clock }: NotifyWorld) {
  const [frames = []] = await framesAfter(store, [{ accountId: ACCOUNT, seq: 0 }], 1_000, clock.now())
  return frames.flatMap((frame) => (frame.type === 'notification' ? [frame] : []))
}

describe('the prints of one contract of a watchlist', () => {
  it('are one notification that grows, and rings once', async () => {
    await using world = await notifyWorld()
    await world.endpoint('slack', '/slack')
    const first = await world.raise(...triggersOf({ id: 'p1' }))
    const second = await world.raise(...triggersOf({ id: 'p2', side: 'mid', unusual_score: 60 }))
    await world.raise(...triggersOf({ id: 'p3', executed_at: '2026-11-20T16:00:00.000Z' }))
    const [only, ...others] = await listed(world)

    expect(others).toEqual([])
    expect(first.map(({ raised }) => raised)).toEqual([true])
    expect(second).toMatchObject([{ raised: false, because: 'grown', notification: { id: only?.id } }])
    expect(only).toMatchObject({
      title: 'Whale trades: NVDA 200 call, 3 prints, $1.8M',
      body: '3 prints, 3600 contracts of NVDA 200 call 2026-12-04 for $1.8M. Highest unusual score 60.',
      details: { prints: 3, premium: 1_800_000, size: 3_600, side: null, last_at: '2026-11-20T16:00:00.000Z' },
    })
    expect((await framesOf(world)).map(({ silent, notification }) => [silent, notification.id])).toEqual([
      [false, only?.id],
      [true, only?.id],
      [true, only?.id],
    ])
    expect(await world.store.notifications.countUnread(ACCOUNT)).toBe(1)
    const channels = (await world.store.deliveries.ofNotifications([only?.id ?? ''])).map(({ channel }) => channel)
    expect(channels).toEqual([...new Set(channels)])
  })

  it('grow it in one commit too, and never by the same print twice', async () => {
    await using world = await notifyWorld()
    const three = ['p1', 'p2', 'p3'].flatMap((id) => triggersOf({ id }))
    await world.raise(...three)
    const again = await world.raise(...three)

    expect(again.map((it) => !it.raised && it.because)).toEqual(['known', 'known', 'known'])
    expect((await listed(world)).map(({ details }) => details['prints'])).toEqual([3])
  })

  it('begin a new notification in the next session, of another contract, and after it was deleted', async () => {
    await using world = await notifyWorld()
    await world.raise(...triggersOf({ id: 'p1' }))
    const [first] = await listed(world)
    await world.store.notifications.markDeleted(ACCOUNT, [first?.id ?? ''], world.clock.now())
    await world.raise(...triggersOf({ id: 'p2' }))
    await world.raise(...triggersOf({ id: 'p3', option_symbol: 'NVDA  261204P00200000' }))
    await world.raise(...triggersOf({ id: 'p4', executed_at: '2026-11-23T15:00:00.000Z' }))

    expect(await listed(world)).toHaveLength(3)
  })
})

describe('a watchlist', () => {
  it('rings eight times for whale trades and seven for unusual prints in a session; the others are silent', async () => {
    await using world = await notifyWorld()
    for (let contract = 0; contract < 12; contract++) {
      const option_symbol = `NVDA  261204C00${200 + contract}000`
      await world.raise(...triggersOf({ id: `w${contract}`, option_symbol }))
      await world.raise(...triggersOf({ id: `u${contract}`, option_symbol, premium: 1_000, unusual_score: 99 }))
    }
    const frames = await framesOf(world)
    const ringing = frames.filter(({ silent }) => !silent).map(({ notification }) => notification.type)

    expect(frames).toHaveLength(24)
    expect(ringing.filter((type) => type === 'whale_trade')).toHaveLength(8)
    expect(ringing.filter((type) => type === 'unusual_activity')).toHaveLength(7)
  })

  it('of 20 names rings at most 15 times in a simulated session, and at least once', { timeout: 300_000 }, async () => {
    const symbols = [...QUIET_NAMES, ...(everyCase ? BUSY_NAMES : [])].slice(-20)
    await using world = await notifyWorld({ start: '2026-10-12T20:00:00.000Z' })
    for await (const { rows } of simulatedFlow({ seed: 1, dates: ['2026-10-12'], symbols })) {
      const triggers = rows.flatMap((row) => {
        const subject = flowSubject(row)
        return subject ? flowTriggers(subject, { rules: none, watchers: watching(ACCOUNT) }) : []
      })
      await world.raise(...triggers)
    }
    const ringing = (await framesOf(world)).filter(({ silent }) => !silent)

    expect(ringing.length).toBeLessThanOrEqual(15)
    expect(ringing.length).toBeGreaterThan(0)
  })
})

const QUIET_NAMES = [
  ['ABBV', 'ADBE', 'BA', 'BAC', 'CAT', 'CRM', 'CVX', 'DIS', 'F', 'GE'],
  ['HD', 'KO', 'MA', 'MCD', 'PFE', 'QCOM', 'T', 'UNH', 'WMT', 'XOM'],
].flat()
const BUSY_NAMES = ['SPY', 'QQQ', 'NVDA', 'TSLA', 'AAPL', 'AMD', 'AMZN', 'META', 'MSFT', 'PLTR']
