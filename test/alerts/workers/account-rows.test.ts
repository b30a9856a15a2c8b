import { describe, expect, it } from 'vitest'
import { AccountRows, byText } from '../../../src/alerts/workers/account-rows.ts'
import { enabledRules } from '../../../src/alerts/workers/enabled-rules.ts'
import type { Store } from '../../../src/app/store/open-store.ts'
import { engines } from '../../support/engines.ts'
import { anAccount } from '../../support/market/rows.ts'
import { aFlowRule } from '../../support/notifications/notification-rows.ts'

const ADA = anAccount()
const BOB = anAccount({ id: 'bob', email: 'bob@optionwire.test' })

/** Rules by account, and the accounts of each read. */
function countedRules(store: Store) {
  const reads: (readonly string[] | undefined)[] = []
  const rules = new AccountRows(store, {
    read: (accountIds) => {
      reads.push(accountIds)
      return store.alerts.allEnabled(accountIds)
    },
    order: (a, b) => byText(a.id, b.id),
  })
  return { reads, rules }
}

const aRule = (id: string, accountId = ADA.id) => ({ ...aFlowRule(), id, accountId })

describe.each(engines)('rows of accounts on %s', (_name, open) => {
  it('are read once, and then those of accounts that changed them, in order', async () => {
    await using store = await open()
    for (const account of [ADA, BOB]) await store.accounts.add(account)
    await store.alerts.add(aRule('r2'))
    await store.alerts.add(aRule('r3', BOB.id))
    const { reads, rules } = countedRules(store)
    const ids = async () => (await rules.read()).map(({ id }) => id)
    const found = [await ids(), await ids()]

    await store.alerts.add(aRule('r1', BOB.id))
    found.push(await ids())
    await store.accounts.change(ADA.id, { status: 'suspended' })
    await store.alerts.remove(BOB.id, 'r3')
    found.push(await ids(), await ids())

    expect(found).toEqual([['r2', 'r3'], ['r2', 'r3'], ['r1', 'r2', 'r3'], ['r1'], ['r1']])
    expect(reads).toEqual([undefined, [BOB.id], [ADA.id, BOB.id]])
  })

  it('are the same array where what was written changes none of them', async () => {
    await using store = await open()
    await store.accounts.add(ADA)
    await store.alerts.add(aRule('r1'))
    const { rules } = countedRules(store)
    const before = await rules.read()

    await store.accounts.change(ADA.id, { plan: 'gamma' })
    const sameAfterPlan = (await rules.read()) === before
    await store.alerts.replace({ ...aRule('r1'), name: 'another' })

    expect(sameAfterPlan).toBe(true)
    expect((await rules.read()) === before).toBe(false)
  })

  it('are all read again after a read that failed, and where too many accounts were written at once', async () => {
    await using store = await open()
    await store.accounts.add(ADA)
    const { reads, rules } = countedRules(store)
    await rules.read()
    const failing = new AccountRows(store, {
      read: async () => {
        throw new Error('for a reason')
      },
      order: () => 0,
    })

    await expect(failing.read()).rejects.toThrow('for a reason')
    await expect(failing.read()).rejects.toThrow('for a reason')
    for (let index = 0; index <= 1_000; index++) await store.sessions.removeOfAccount(`account ${index}`)
    await rules.read()

    expect(reads).toEqual([undefined, undefined])
  })

  it('of one source are the enabled rules of that source', async () => {
    await using store = await open()
    await store.accounts.add(ADA)
    await store.alerts.add(aRule('r1'))
    await store.alerts.add({ ...aRule('r2'), enabled: false })

    expect((await enabledRules(store, 'option_flow').read()).map(({ id }) => id)).toEqual(['r1'])
    expect(await enabledRules(store, 'screen').read()).toEqual([])
  })
})
