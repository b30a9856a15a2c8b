import { describe, expect, it } from 'vitest'
import { ALL_ACCOUNTS } from '../../../src/alerts/domain/shard.ts'
import type { Accounts } from '../../../src/alerts/store/account-shards.ts'
import { AccountRows, byText } from '../../../src/alerts/workers/account-rows.ts'
import { enabledRules } from '../../../src/alerts/workers/enabled-rules.ts'
import type { Store } from '../../../src/app/store/open-store.ts'
import { shardIndexOf } from '../../../src/lib/node/shard-index.ts'
import { engines } from '../../support/engines.ts'
import { anAccount } from '../../support/market/rows.ts'
import { aFlowRule } from '../../support/notifications/notification-rows.ts'

const ADA = anAccount()
const BOB = anAccount({ id: 'bob', email: 'bob@optionwire.test' })

/** Rules by account, and the accounts of each read. */
function countedRules(store: Store) {
  const reads: Accounts[] = []
  const rules = new AccountRows(store, {
    read: (accounts) => {
      reads.push(accounts)
      return store.alerts.allEnabled(accounts)
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
    expect(reads).toEqual([ALL_ACCOUNTS, [BOB.id], [ADA.id, BOB.id]])
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

    expect(reads).toEqual([ALL_ACCOUNTS, ALL_ACCOUNTS])
  })

  it('of a shard are not read again when an account of another one has changed its own', async () => {
    await using store = await open()
    for (const account of [ADA, BOB]) await store.accounts.add(account)
    const shard = { index: shardIndexOf(BOB.id, 3), count: 3 }
    expect(shardIndexOf(ADA.id, 3)).not.toBe(shard.index)
    const reads: Accounts[] = []
    const source = {
      read: async (accounts: Accounts) => {
        reads.push(accounts)
        return []
      },
      order: () => 0,
    }
    const rows = new AccountRows(store, source, shard)
    await rows.read()
    await store.alerts.add(aRule('r1'))
    await rows.read()
    await store.alerts.add(aRule('r2', BOB.id))
    await rows.read()

    expect(reads).toEqual([shard, [BOB.id]])
  })

  it('of one source are the enabled rules of that source', async () => {
    await using store = await open()
    await store.accounts.add(ADA)
    await store.alerts.add(aRule('r1'))
    await store.alerts.add({ ...aRule('r2'), enabled: false })

    expect((await enabledRules(store, 'option_flow', ALL_ACCOUNTS).read()).map(({ id }) => id)).toEqual(['r1'])
    expect(await enabledRules(store, 'screen', ALL_ACCOUNTS).read()).toEqual([])
  })
})
