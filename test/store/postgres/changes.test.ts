import { describe, expect, it } from 'vitest'
import type { ChangeKind } from '../../../src/store/changes.ts'
import { aKey, anAccount } from '../../support/market/rows.ts'
import { postgresUrl } from '../../support/postgres.ts'
import {
  type Hints,
  type ServiceProcess,
  type ServiceProcesses,
  twoProcesses,
  valkeyUrl,
} from '../../support/processes.ts'

const ADA = anAccount()
const BOB = anAccount({ id: 'bob', email: 'bob@optionwire.test' })
/** Longer than any test: what is noticed was hinted at. */
const NEVER_MS = 600_000

const wires = (['postgres', ...(valkeyUrl ? (['valkey'] as const) : [])] satisfies Hints[]).map((it) => [it] as const)

/** What a process is told of credentials from now on. */
function reportsOf({ store }: ServiceProcess, kind: ChangeKind = 'credentials'): (string | null)[] {
  const reports: (string | null)[] = []
  store.onChange(kind, (accountId) => reports.push(accountId))
  return reports
}

const countOf = async ({ run }: ServiceProcesses) => (await run('select from changes')).rows.length

describe.skipIf(!postgresUrl)('changes of cached data on PostgreSQL', () => {
  it('are written with the data or not at all, in a transaction or without one', async () => {
    await using service = await twoProcesses('cut')
    const [{ store }] = service.processes
    await store.accounts.add(ADA)
    const counts = [await countOf(service)]

    await store.accounts.change(ADA.id, { plan: 'vega' })
    counts.push(await countOf(service))
    const failed = store.transaction(async ({ accounts }) => {
      await accounts.change(ADA.id, { plan: 'delta' })
      throw new Error('for a reason')
    })
    await expect(failed).rejects.toThrow('for a reason')
    counts.push(await countOf(service))
    await store.transaction(async ({ accounts, watchlists }) => {
      await accounts.change(ADA.id, { plan: 'theta' })
      await accounts.change(ADA.id, { plan: 'gamma' })
      await watchlists.put(ADA.id, ['SPY'])
    })
    counts.push(await countOf(service))

    expect(counts).toEqual([0, 1, 1, 3])
    expect((await service.run('select distinct kind, account_id from changes order by 1')).rows).toEqual([
      { kind: 'credentials', account_id: ADA.id },
      { kind: 'interests', account_id: ADA.id },
    ])
  })

  it.each(wires)('are reported by account to the other process at once, with hints over %s', async (hints) => {
    await using service = await twoProcesses(hints, NEVER_MS)
    const [one, other] = service.processes
    await one.store.accounts.add(ADA)
    await one.store.accounts.add(BOB)
    await one.store.apiKeys.add(aKey())
    const reports = reportsOf(other)
    const interests = reportsOf(other, 'interests')
    // Until the other process listens, hints are lost.
    await expect
      .poll(async () => {
        await one.store.accounts.change(BOB.id, { plan: 'vega' })
        return reports.length
      })
      .toBeGreaterThan(0)

    await one.store.apiKeys.remove(ADA.id, aKey().id)
    await one.store.watchlists.put(BOB.id, ['SPY'])
    await expect.poll(() => [reports.includes(ADA.id), interests.length > 0]).toEqual([true, true])

    expect(new Set(reports)).toEqual(new Set([BOB.id, ADA.id]))
    expect(new Set(interests)).toEqual(new Set([BOB.id]))
  })

  it('are reported within two seconds where no hint arrives', async () => {
    await using service = await twoProcesses('cut')
    const [one, other] = service.processes
    await one.store.accounts.add(ADA)
    const reports = reportsOf(other)

    await one.store.accounts.change(ADA.id, { plan: 'vega' })

    await expect.poll(() => reports, { timeout: 20_000 }).toEqual([ADA.id])
  })

  it('are reported though their transaction began before others that were read', async () => {
    await using service = await twoProcesses('cut', 50)
    const [one, other] = service.processes
    await one.store.accounts.add(ADA)
    await one.store.accounts.add(BOB)
    const reports = reportsOf(other)
    const [wrote, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const early = one.store.transaction(async ({ accounts }) => {
      await accounts.change(ADA.id, { plan: 'vega' })
      wrote.resolve()
      await mayEnd.promise
    })
    await wrote.promise

    for (const plan of ['vega', 'delta'] as const) {
      await one.store.accounts.change(BOB.id, { plan })
      const { length } = reports
      await expect.poll(() => reports.length, { timeout: 20_000 }).toBeGreaterThan(length - 1)
    }
    await expect.poll(() => reports.filter((it) => it === BOB.id).length, { timeout: 20_000 }).toBe(2)
    mayEnd.resolve()
    await early
    await expect.poll(() => reports.includes(ADA.id), { timeout: 20_000 }).toBe(true)

    expect(reports).toEqual([BOB.id, BOB.id, ADA.id])
  })

  it('are no longer trusted once they cannot be read, and all is forgotten when they can', async () => {
    await using service = await twoProcesses('cut', 50)
    const [{ store }] = service.processes
    const reports = reportsOf(service.processes[0])
    const trusted = [store.isCurrent()]

    await service.cut()
    await expect.poll(() => store.isCurrent(), { timeout: 20_000 }).toBe(false)
    trusted.push(store.isCurrent())
    await service.restore()
    await expect.poll(() => store.isCurrent(), { timeout: 20_000 }).toBe(true)

    expect(trusted).toEqual([true, false])
    expect(reports).toEqual([null])
  })

  it('of a restored dump, whose transactions are still to come, are not read', async () => {
    await using service = await twoProcesses('cut', 50)
    const [one, other] = service.processes
    await one.store.accounts.add(ADA)
    const reports = reportsOf(other)
    await service.run(`insert into changes values ('9000000000000000000', 'credentials', 'somebody')`)

    await one.store.accounts.change(ADA.id, { plan: 'vega' })
    await expect.poll(() => reports.length, { timeout: 20_000 }).toBeGreaterThan(0)

    expect(reports).toEqual([ADA.id])
  })
})
