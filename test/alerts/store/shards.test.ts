import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALL_ACCOUNTS, type Shard, shardsOf } from '../../../src/alerts/domain/shard.ts'
import type { FlowPosition } from '../../../src/alerts/store/flow-positions.ts'
import type { Store } from '../../../src/app/store/open-store.ts'
import { shardIndexOf } from '../../../src/lib/node/shard-index.ts'
import { engines } from '../../support/engines.ts'
import { anAccount } from '../../support/market/rows.ts'
import { aFlowRule } from '../../support/notifications/notification-rows.ts'

const THREE = shardsOf(3)
const YESTERDAY = '2026-11-19'
const TODAY = '2026-11-20'
const at = (symbol: string, sequence: number, sessionDate = TODAY): FlowPosition => ({ symbol, sessionDate, sequence })

const isInShard = (id: string, { index, count }: Shard) => shardIndexOf(id, count) === index

/** Accounts of any ids, each with a rule, a symbol that it watches, and the states of rules. */
async function withAccounts(store: Store, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await store.accounts.add(anAccount({ id, email: `${index}@optionwire.test` }))
    await store.alerts.add({ ...aFlowRule(), id: `rule of ${id}`, accountId: id })
    await store.watchlists.put(id, ['SPY'])
    const alertId = `rule of ${id}`
    const level = { alertId, symbol: 'SPY', side: 'above', isArmed: true, value: 1, level: 1, atMs: 1 } as const
    await store.levelStates.put(level)
    await store.screenStates.put({ alertId, atMs: 1, symbols: [] })
  }
}

describe.each(engines.filter(([name]) => name === 'PostgreSQL'))('what a shard reads on %s', (_name, open) => {
  it('is what belongs to its accounts, of whatever id', { timeout: 60_000 }, async () => {
    await using store = await open()
    const ids = [...new Set([...fc.sample(fc.string({ unit: 'grapheme', minLength: 1 }), 30), 'ada', 'é'])].filter(
      (id) => !id.includes('\0'),
    )
    await withAccounts(store, ids)
    for (const shard of [ALL_ACCOUNTS, ...THREE]) {
      const own = ids.filter((id) => isInShard(id, shard)).sort()
      const ofRules = (rows: readonly { readonly alertId: string }[]) =>
        rows.map(({ alertId }) => alertId.slice('rule of '.length)).sort()

      expect((await store.alerts.allEnabled(shard)).map(({ accountId }) => accountId).sort()).toEqual(own)
      expect((await store.watchlists.watches(shard)).map(({ accountId }) => accountId).sort()).toEqual(own)
      expect(ofRules(await store.levelStates.of(shard))).toEqual(own)
      expect(ofRules(await store.screenStates.of(shard))).toEqual(own)
    }
  })
})

describe.each(engines)('positions of shards on %s', (_name, open) => {
  const positionsOf = async (store: Store, count: number) => {
    const found = await Promise.all(shardsOf(count).map((shard) => store.flowPositions.of(shard)))
    return found.map((positions) => positions.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1)))
  }
  const divide = (store: Store, count: number) => store.transaction(({ flowPositions }) => flowPositions.divide(count))

  it('are kept apart, and are not touched while their number stays', async () => {
    await using store = await open()
    const [first = ALL_ACCOUNTS, second = ALL_ACCOUNTS] = THREE
    await store.flowPositions.put(first, [at('SPY', 1), at('KO', 2)])
    await store.flowPositions.put(second, [at('SPY', 3)])
    await store.flowPositions.remove(second, ['KO'])
    await store.flowPositions.put(second, [at('SPY', 4)])
    await divide(store, 3)

    expect(await positionsOf(store, 3)).toEqual([[at('KO', 2), at('SPY', 1)], [at('SPY', 4)], []])
  })

  it('go on where no account loses a print when their number changes', async () => {
    await using store = await open()
    await store.flowPositions.put(ALL_ACCOUNTS, [at('SPY', 5), at('KO', 6, YESTERDAY)])
    await divide(store, 3)
    const [first = ALL_ACCOUNTS, second = ALL_ACCOUNTS, third = ALL_ACCOUNTS] = THREE
    const three = await positionsOf(store, 3)
    await store.flowPositions.put(first, [at('SPY', 9), at('KO', 3)])
    await store.flowPositions.put(second, [at('SPY', 8)])
    await store.flowPositions.remove(third, ['SPY'])
    await divide(store, 2)
    await divide(store, 2)

    const all = [at('KO', 6, YESTERDAY), at('SPY', 5)]
    expect(three).toEqual([all, all, all])
    // The second and the third have seen nothing of KO today, and begin with the first.
    expect(await positionsOf(store, 2)).toEqual([
      [at('KO', 3), at('SPY', 8)],
      [at('KO', 3), at('SPY', 8)],
    ])
    expect((await positionsOf(store, 3)).flat()).toEqual([])
  })

  it('are not moved by what a paused process wrote after their number had changed', async () => {
    await using store = await open()
    await store.flowPositions.put(ALL_ACCOUNTS, [at('SPY', 5)])
    await divide(store, 2)
    await store.flowPositions.put(ALL_ACCOUNTS, [at('SPY', 4)])
    await divide(store, 2)

    expect(await positionsOf(store, 2)).toEqual([[at('SPY', 5)], [at('SPY', 5)]])
    expect(await store.flowPositions.of(ALL_ACCOUNTS)).toEqual([])
  })
})
