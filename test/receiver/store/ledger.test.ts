import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import type { ClaimedIdea } from '../../../src/receiver/store/ledger-claims.ts'
import { engines } from '../../support/engines.ts'
import { aDecision, anIdea } from '../../support/receiver/ideas.ts'

const T0 = Date.parse('2026-11-20T15:00:00.123Z')
const at = (seconds: number) => new Date(T0 + seconds * 1000)
const fp = (digit: string) => digit.repeat(64)
let owners = 0
const lease = (seconds: number, instance = 'one') => ({
  owner: `owner-${++owners}`,
  instance,
  now: at(seconds),
  until: at(seconds + 30),
})

let store: Store
function startAfresh(open: () => Promise<Store>): void {
  beforeEach(async () => {
    store = await open()
  })
  afterEach(() => store[Symbol.asyncDispose]())
}

const accept = (digit: string, seconds = 0, symbol = 'AAPL', payloadSha256 = 'a') =>
  store.ledger.accept({ fingerprint: fp(digit), idea: anIdea({ symbol }), payloadSha256 }, at(seconds))
async function claim(seconds: number, instance?: string): Promise<ClaimedIdea> {
  const claimed = await store.ledgerClaims.claim(lease(seconds, instance))
  if (!claimed) throw new Error('nothing to claim')
  return claimed
}
const entry = async (digit: string) => (await store.ledger.byFingerprint(fp(digit)))?.entry

describe.each(engines)('the ledger on %s', (_name, open) => {
  startAfresh(open)

  it('queues one of many equal ideas and counts the others', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => accept('a')))

    expect(all.filter(({ status }) => status === 'queued')).toHaveLength(1)
    expect(await store.ledger.byFingerprint(fp('a'))).toMatchObject({ duplicates: 49 })
  })

  it('tells of a duplicate which content was stored', async () => {
    await accept('a', 0, 'AAPL', 'first')

    expect(await accept('a', 5, 'AAPL', 'second')).toEqual({
      status: 'duplicate',
      payloadSha256: 'first',
      duplicates: 1,
    })
  })

  it('does not leave an idea waiting for the time at which it came, once the clock was set back', async () => {
    await accept('a', 3_600)
    const first = await claim(0)
    await store.ledgerClaims.postpone(first, at(3_605))

    expect(await claim(1)).toMatchObject({ fingerprint: fp('a'), attempts: 2 })
  })

  it('shows an entry with times in seconds, and only what an entry has', async () => {
    await accept('a')

    expect(await entry('a')).toEqual({
      fingerprint: fp('a'),
      status: 'queued',
      payload: anIdea(),
      decision: null,
      order_result: null,
      error: null,
      created_at: '2026-11-20T15:00:00Z',
      updated_at: '2026-11-20T15:00:00Z',
    })
    expect(await entry('b')).toBeUndefined()
  })
})

describe.each(engines)('the claims of the ledger on %s', (_name, open) => {
  startAfresh(open)

  it('gives every entry to one of many who claim at once, the oldest first', async () => {
    for (const [index, digit] of [...'0123456789abcdef'].entries()) await accept(digit, -index)

    const first = await claim(0)
    const rest = await Promise.all(Array.from({ length: 20 }, () => store.ledgerClaims.claim(lease(0))))

    expect(first.fingerprint).toBe(fp('f'))
    const given = rest.flatMap((it) => (it ? [it.fingerprint] : []))
    expect(new Set(given).size).toBe(15)
    expect(given).toHaveLength(15)
  })

  it('gives an entry to another when its lease has run out, and lets the first write nothing more', async () => {
    await accept('a')
    const first = await claim(0)
    const early = await store.ledgerClaims.claim(lease(29))
    const second = await claim(31)

    expect(early).toBeUndefined()
    expect(second).toMatchObject({ fingerprint: fp('a'), attempts: 2 })
    expect(await store.ledgerClaims.renew(first, at(60))).toBe(false)
    expect(await store.ledgerOutcomes.decided(first, aDecision(), {}, at(32))).toBe(false)
    expect(await store.ledgerOutcomes.finish(first, { status: 'failed', error: 'x' }, at(32))).toBe(false)
    expect(await store.ledgerOutcomes.finish(second, { status: 'failed', error: 'y' }, at(33))).toBe(true)
    expect(await entry('a')).toMatchObject({ status: 'failed', error: 'y' })
  })

  it('keeps an entry with its owner as long as the lease is renewed', async () => {
    await accept('a')
    const first = await claim(0)

    await store.ledgerClaims.renew(first, at(60))

    expect(await store.ledgerClaims.claim(lease(45))).toBeUndefined()
  })

  it('commits each phase, and hands over what was committed', async () => {
    await accept('a')
    const first = await claim(0)
    await store.ledgerOutcomes.decided(first, aDecision(), { model: 'm' }, at(1))
    await store.ledgerClaims.release(first)
    const second = await claim(2)
    await store.ledgerOutcomes.intend(second, aDecision({ notional_usd: 50 }), { now: at(2), until: at(32) })
    await store.ledgerOutcomes.uncertain(second, 'reset')
    await store.ledgerClaims.postpone(second, at(10))

    expect(second).toMatchObject({ phase: 'decided', decision: aDecision(), wasIntended: false })
    expect(await store.ledgerClaims.claim(lease(9))).toBeUndefined()
    expect(await claim(10)).toMatchObject({
      phase: 'submitting',
      decision: aDecision({ notional_usd: 50 }),
      wasIntended: true,
      brokerText: 'reset',
      unclearQueries: 1,
    })
    expect(await store.ledger.byFingerprint(fp('a'))).toMatchObject({ usage: { model: 'm' } })
  })

  it('never changes what has ended, but for an order that appeared', async () => {
    await accept('a')
    const job = await claim(0)
    await store.ledgerOutcomes.finish(job, { status: 'failed', error: 'no order', recheckAt: at(60) }, at(1))

    expect(await store.ledgerOutcomes.finish(job, { status: 'skipped' }, at(2))).toBe(false)
    expect(await store.ledgerClaims.claim(lease(100))).toBeUndefined()
    expect(await store.ledgerClaims.claimRecheck(lease(59))).toBeUndefined()
    const again = await store.ledgerClaims.claimRecheck(lease(60))
    if (!again) throw new Error('no recheck')
    const order = {
      dry_run: false,
      order_id: 'o',
      client_order_id: 'om-a',
      symbol: 'AAPL',
      status: 'accepted',
      side: 'buy',
      notional: 100,
    } as const
    expect(await store.ledgerOutcomes.appeared(again, order, { now: at(61), recheckAt: null })).toBe(true)
    expect(await entry('a')).toMatchObject({ status: 'ordered', order_result: order, error: null })
    expect(await store.ledgerOutcomes.appeared(again, order, { now: at(62), recheckAt: null })).toBe(false)
    expect(await store.ledgerClaims.claimRecheck(lease(1_000))).toBeUndefined()
  })

  it('lets a late query write nothing to an entry that was retried meanwhile', async () => {
    await accept('a')
    await store.ledgerOutcomes.finish(await claim(0), { status: 'failed', error: 'x', recheckAt: at(60) }, at(1))
    const late = await store.ledgerClaims.claimRecheck(lease(60))
    if (!late) throw new Error('no recheck')
    await store.ledger.retry(fp('a'), at(61))

    expect(await store.ledgerOutcomes.recheck(late, at(120))).toBe(false)
    expect(await store.ledgerClaims.claimRecheck(lease(1_000))).toBeUndefined()
    expect(await entry('a')).toMatchObject({ status: 'queued' })
  })

  it('asks once more only as often as it was told to', async () => {
    await accept('a')
    await store.ledgerOutcomes.finish(await claim(0), { status: 'failed', error: 'x', recheckAt: at(60) }, at(1))
    const first = await store.ledgerClaims.claimRecheck(lease(60))
    if (!first) throw new Error('no recheck')
    await store.ledgerOutcomes.recheck(first, at(120))
    const second = await store.ledgerClaims.claimRecheck(lease(120))
    if (!second) throw new Error('no second recheck')
    await store.ledgerOutcomes.recheck(second, null)

    expect(await store.ledgerClaims.claimRecheck(lease(10_000))).toBeUndefined()
    expect(await entry('a')).toMatchObject({ status: 'failed', error: 'x' })
  })

  it('lets an operator retry what failed, from where it had come to', async () => {
    for (const digit of 'abc') await accept(digit, 0)
    for (const digit of 'abc') {
      const job = await claim(0)
      expect(job.fingerprint).toBe(fp(digit))
      if (digit !== 'a') await store.ledgerOutcomes.decided(job, aDecision(), {}, at(1))
      if (digit === 'c') await store.ledgerOutcomes.intend(job, aDecision(), { now: at(1), until: at(31) })
      if (digit === 'c') await store.ledgerOutcomes.uncertain(job, 'reset')
      await store.ledgerOutcomes.finish(job, { status: 'failed', error: 'x', recheckAt: at(60) }, at(1))
    }

    const retried = await Promise.all([...'abc'].map((digit) => store.ledger.retry(fp(digit), at(5_000))))

    expect(retried).toEqual([true, true, true])
    expect(await store.ledger.retry(fp('a'), at(5_001))).toBe(false)
    expect(await store.ledger.retry(fp('d'), at(5_001))).toBe(false)
    expect(await store.ledgerClaims.claimRecheck(lease(6_000))).toBeUndefined()
    const phases = [await claim(5_000), await claim(5_000), await claim(5_000)]
    expect(phases.map(({ phase }) => phase)).toEqual(['accepted', 'decided', 'submitting'])
    expect(phases[2]).toMatchObject({ brokerText: null, freshFrom: at(5_000) })
    expect(await entry('a')).toMatchObject({ status: 'queued', error: null, created_at: '2026-11-20T15:00:00Z' })
  })

  it('gives back what a dead process held, and nothing else', async () => {
    await accept('a')
    await accept('b', 1)
    await claim(2, 'dead')
    await claim(2, 'alive')

    expect(await store.ledgerClaims.releaseOf([])).toBe(0)
    expect(await store.ledgerClaims.releaseOf(['dead', 'other'])).toBe(1)
    expect(await claim(3)).toMatchObject({ fingerprint: fp('a') })
    expect(await store.ledgerClaims.claim(lease(3))).toBeUndefined()
  })
})

describe.each(engines)('what the ledger lists and counts on %s', (_name, open) => {
  startAfresh(open)

  it('pages newest first and stays right while entries come in', async () => {
    for (const [index, digit] of [...'0123456789'].entries()) await accept(digit, Math.floor(index / 3))

    const seen: string[] = []
    let after: { createdAt: string; fingerprint: string } | undefined
    for (let page = 0; page < 4; page++) {
      const rows = await store.ledger.list({ after, limit: 3 })
      seen.push(...rows.map(({ entry: it }) => it.fingerprint.charAt(0)))
      after = rows.at(-1)?.key
      await accept('abcdef'.charAt(page), 100 + page)
    }

    expect(seen.join('')).toBe('9876543210')
  })

  it('filters by status and symbol', async () => {
    await accept('a', 0, 'AAPL')
    await accept('b', 1, 'MSFT')
    await store.ledgerOutcomes.finish(await claim(2), { status: 'failed', error: 'x' }, at(2))
    const digits = async (query: object) =>
      (await store.ledger.list({ limit: 10, ...query })).map(({ entry: it }) => it.fingerprint.charAt(0)).join('')

    expect(await digits({})).toBe('ba')
    expect(await digits({ status: 'failed' })).toBe('a')
    expect(await digits({ symbol: 'MSFT' })).toBe('b')
    expect(await digits({ symbol: 'MSFT', status: 'failed' })).toBe('')
    expect(await store.ledger.waiting()).toEqual({ count: 1, oldestAt: at(1).toISOString() })
  })

  it('counts orders and decisions for the guards', async () => {
    for (const [index, digit] of [...'abcde'].entries()) await accept(digit, index, digit === 'e' ? 'MSFT' : 'AAPL')
    const jobs = []
    for (let index = 0; index < 5; index++) jobs.push(await claim(10))
    const [a, b, c, d, e] = jobs as [ClaimedIdea, ClaimedIdea, ClaimedIdea, ClaimedIdea, ClaimedIdea]
    for (const job of jobs) await store.ledgerCounts.asking(job, at(20))
    await store.ledgerOutcomes.intend(a, aDecision({ notional_usd: 10 }), { now: at(30), until: at(60) })
    await store.ledgerOutcomes.intend(b, aDecision({ notional_usd: 20 }), { now: at(31), until: at(60) })
    await store.ledgerOutcomes.finish(b, { status: 'failed', error: 'refused' }, at(32))
    const suppressed = { dry_run: true, client_order_id: 'x', symbol: 'AAPL', action: 'buy', notional: 40 } as const
    await store.ledgerOutcomes.finish(c, { status: 'dry_run', orderResult: suppressed }, at(33))
    await store.ledgerOutcomes.intend(e, aDecision({ notional_usd: 80 }), { now: at(34), until: at(60) })

    const recent = await store.ledgerCounts.recentOrders(d, 'AAPL', at(0), at(0))
    const ofItself = await store.ledgerCounts.recentOrders(e, 'MSFT', at(0), at(0))

    expect(recent).toEqual({ count: 3, notionalUsd: 130, lastOfSymbolAtMs: at(33).getTime() })
    expect(ofItself).toEqual({ count: 2, notionalUsd: 50, lastOfSymbolAtMs: null })
    expect(await store.ledgerCounts.recentOrders(d, 'AAPL', at(33), at(33))).toMatchObject({
      count: 1,
      notionalUsd: 80,
    })
    expect(await store.ledgerCounts.decisionsSince(at(19))).toBe(5)
    expect(await store.ledgerCounts.decisionsSince(at(20))).toBe(0)
  })

  it('remembers the processes of a host', async () => {
    await store.receiverInstances.add({ id: 'i1', host: 'h', pid: 7, mark: 'm' }, at(0))
    await store.receiverInstances.add({ id: 'i2', host: 'other', pid: 7, mark: 'm' }, at(0))

    expect(await store.receiverInstances.ofHost('h')).toEqual([{ id: 'i1', host: 'h', pid: 7, mark: 'm' }])
    await store.receiverInstances.remove(['i1'])
    await store.receiverInstances.remove([])
    expect(await store.receiverInstances.ofHost('h')).toEqual([])
    expect(await store.receiverInstances.ofHost('other')).toHaveLength(1)
  })
})
