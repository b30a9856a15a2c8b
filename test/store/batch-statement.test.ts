import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/app/store/open-store.ts'
import { engines } from '../support/engines.ts'
import { anAccount } from '../support/market/rows.ts'
import { aDelivery, aNotification } from '../support/notifications/notification-rows.ts'

const ACCOUNT = anAccount().id
const rows = ['a', 'b'].map((id) => aDelivery({ id, endpointId: id, body: `{"mark":"${id}?"}` }))

describe.each(engines)('a statement for each of many rows on %s', (_name, open) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
    await store.accounts.add(anAccount())
    await store.notifications.add([aNotification()])
  })
  afterEach(() => store[Symbol.asyncDispose]())

  const stored = async () => (await store.deliveries.list(ACCOUNT, {}, { limit: 9 })).map(({ id }) => id)

  it('writes every row as it is', async () => {
    await store.deliveries.add(rows)

    expect(await store.deliveries.byId(ACCOUNT, 'b')).toEqual(rows[1])
    expect(await stored()).toEqual(['b', 'a'])
  })

  it('writes all or none, where no transaction was begun', async () => {
    const [first, second] = rows
    if (!first || !second) throw new Error('two rows are needed')

    await expect(store.deliveries.add([first, second, first])).rejects.toThrow(/already exists|duplicate key/)

    expect(await stored()).toEqual([])
  })

  it('belongs to the transaction that it is part of', async () => {
    const failing = store.transaction(async ({ deliveries }) => {
      await deliveries.add(rows)
      throw new Error('a later step failed')
    })

    await expect(failing).rejects.toThrow('a later step failed')
    expect(await stored()).toEqual([])
  })

  it('of the outer store is refused inside a transaction', async () => {
    const mistaken = store.transaction(() => store.deliveries.add(rows))

    await expect(mistaken).rejects.toThrow('the outer store was used inside a transaction')
  })
})
