import { describe, expect, it } from 'vitest'
import { ChangeListeners } from '../../../src/store/changes.ts'
import { ChangesReader } from '../../../src/store/postgres/changes-reader.ts'
import { SideConnection } from '../../../src/store/postgres/side-connection.ts'
import { openAs, postgresUrl, testSchema } from '../../support/postgres.ts'

const NEVER_MS = 600_000

describe.skipIf(!postgresUrl)('ChangesReader', () => {
  it('removes records after ten minutes, and none that somebody may not have read', async () => {
    await using schema = await testSchema()
    await (await openAs('command', schema.url))[Symbol.asyncDispose]()
    let ms = 0
    const connection = new SideConnection(schema.url)
    const listeners = new ChangeListeners()
    await using reader = new ChangesReader({ connection, listeners, monotonicMs: () => ms, lookMs: NEVER_MS })
    const change = (accountId: string) =>
      schema.run(`insert into changes (kind, account_id) values ('credentials', '${accountId}')`)
    const kept = async () =>
      (await schema.run('select account_id from changes order by 1')).rows.map(({ account_id: id }) => id)
    const lookAt = async (atMs: number) => {
      ms = atMs
      await reader.look()
      return kept()
    }
    // Of a transaction before all that run on this server now.
    await schema.run(`insert into changes values ('3', 'credentials', 'a')`)
    await reader.start()
    await change('b')
    const before = await lookAt(5 * 60_000)
    await change('c')
    const later = await lookAt(11 * 60_000)

    expect([before, later]).toEqual([
      ['a', 'b'],
      ['b', 'c'],
    ])
  })

  it('reports what was committed before a call of look, also while another look is under way', async () => {
    await using schema = await testSchema()
    await (await openAs('command', schema.url))[Symbol.asyncDispose]()
    const connection = new SideConnection(schema.url)
    const listeners = new ChangeListeners()
    const monotonicMs = () => 0
    await using reader = new ChangesReader({ connection, listeners, monotonicMs, lookMs: NEVER_MS })
    const reports: (string | null)[] = []
    await reader.start()
    listeners.onChange('credentials', (accountId) => reports.push(accountId))

    const underWay = reader.look()
    await schema.run(`insert into changes (kind, account_id) values ('credentials', 'a')`)
    await Promise.all([reader.look(), reader.look()])
    await underWay

    expect(reports).toEqual(['a'])
  })
})
