import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import { approvalState } from '../../../src/receiver/domain/approval.ts'
import { engines } from '../../support/engines.ts'
import { aDecision, anIdea } from '../../support/receiver/ideas.ts'

const T0 = Date.parse('2026-11-20T15:00:00.000Z')
const at = (seconds: number) => new Date(T0 + seconds * 1000)
const END = 600
const fingerprint = 'a'.repeat(64)
const shown = { action: 'buy', symbol: 'AAPL', notionalUsd: 100, price: 100, plan: null, dryRun: false } as const
const asked = {
  id: 'approval-1',
  fingerprint,
  shown,
  requestedAt: at(0).toISOString(),
  expiresAt: at(END).toISOString(),
}

describe.each(engines)('requests for approval on %s', (_name, open) => {
  let store: Store
  let owners = 0
  const lease = (seconds: number) => ({
    owner: `owner-${++owners}`,
    instance: 'one',
    now: at(seconds),
    until: at(seconds + 30),
  })
  beforeEach(async () => {
    store = await open()
    await store.ledger.accept({ fingerprint, idea: anIdea(), payloadSha256: 'x' }, at(0))
    const claimed = await store.ledgerClaims.claim(lease(0))
    if (!claimed) throw new Error('nothing to claim')
    await store.ledgerOutcomes.decided(claimed, aDecision(), {}, at(0))
    await store.approvals.request(claimed, asked)
  })
  afterEach(() => store[Symbol.asyncDispose]())
  const answer = (kind: 'yes' | 'no', account: string, seconds: number) =>
    store.transaction(({ approvals }) => approvals.answer(asked.id, kind, account, at(seconds)))

  it('park their entry until their end, and an answer makes it due at once', async () => {
    const early = await store.ledgerClaims.claim(lease(END - 1))
    await answer('yes', 'ada', 60)
    const claimed = await store.ledgerClaims.claim(lease(60))

    expect(early).toBeUndefined()
    expect(claimed).toMatchObject({ fingerprint, approvalId: asked.id, phase: 'decided', freshFrom: at(60) })
  })

  it('are claimed at their end, and not before it by a clock that was set back', async () => {
    expect(await store.ledgerClaims.claim(lease(-3_600))).toBeUndefined()
    expect(await store.ledgerClaims.claim(lease(END))).toMatchObject({ freshFrom: at(END) })
  })

  it('take one of many answers at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => answer(index % 2 === 0 ? 'yes' : 'no', `account-${index}`, 10)),
    )
    const taken = all.indexOf(true)

    expect(all.filter((it) => it)).toHaveLength(1)
    expect(await store.approvals.byId(asked.id)).toMatchObject({
      answer: taken % 2 === 0 ? 'yes' : 'no',
      answeredBy: `account-${taken}`,
      answeredAt: at(10).toISOString(),
    })
  })

  it('are either closed or answered, never both', async () => {
    const [closed, answered] = await Promise.all([
      store.approvals.close(asked.id, at(END)),
      answer('yes', 'ada', END - 1),
    ])

    expect([closed, answered].filter((it) => it)).toHaveLength(1)
    expect((await store.approvals.byId(asked.id))?.answer).toBe(closed ? 'none' : 'yes')
  })

  it('take no answer from their end on, nor one for an entry that goes on without them', async () => {
    expect(await answer('yes', 'ada', END)).toBe(false)
    const claimed = await store.ledgerClaims.claim(lease(END))
    if (!claimed) throw new Error('nothing to claim')
    await store.ledgerOutcomes.finish(claimed, { status: 'failed', error: 'x' }, at(END))
    await store.ledger.retry(fingerprint, at(END))

    expect(await answer('yes', 'ada', 10)).toBe(false)
    expect((await store.ledger.byFingerprint(fingerprint))?.entry.approval).toBeUndefined()
  })

  it('are listed while they wait', async () => {
    expect((await store.approvals.waiting(at(1), 10)).map(({ id }) => id)).toEqual([asked.id])
    expect(await store.approvals.waiting(at(END), 10)).toEqual([])
    await answer('no', 'ada', 2)
    expect(await store.approvals.waiting(at(3), 10)).toEqual([])
  })

  it('are not made under a lease that was lost', async () => {
    const lost = await store.approvals.request({ fingerprint, owner: 'another' }, { ...asked, id: 'approval-2' })

    expect(lost).toBe(false)
    expect(await store.approvals.byId('approval-2')).toBeUndefined()
    expect(await store.approvals.park({ fingerprint, owner: 'another' }, asked)).toBe(false)
  })
})

describe('the state of a request', () => {
  const expiresAt = at(END).toISOString()

  it.each([
    [null, END - 1, 'waiting'],
    [null, END, 'expired'],
    ['none', 0, 'expired'],
    ['yes', END + 1, 'approved'],
    ['no', END + 1, 'declined'],
  ] as const)('with the answer %s at %d s is %s', (answer, seconds, state) => {
    expect(approvalState({ answer, expiresAt }, at(seconds))).toBe(state)
  })
})
