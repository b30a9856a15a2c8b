import { describe, expect, it } from 'vitest'
import { serverClock } from '../../../src/store/postgres/server-clock.ts'
import { postgresUrl, testSchema } from '../../support/postgres.ts'

describe.skipIf(!postgresUrl)('the clock of the database', () => {
  it('is that of the server, whatever the monotonic clock of this process shows', async () => {
    await using schema = await testSchema()
    await using clock = await serverClock({ url: schema.roleUrl, monotonicMs: () => performance.now() - 1e9 })
    const { rows } = await schema.run('select extract(epoch from clock_timestamp()) * 1000 as ms')

    // Both were read within this second, however busy the machine.
    expect(Math.abs(clock.nowMs() - Number(rows[0]?.ms))).toBeLessThan(10_000)
  })

  it('goes on while the server is away, says for how long, and reads it again when it is back', async () => {
    await using schema = await testSchema()
    let ms = 0
    await using clock = await serverClock({ url: schema.roleUrl, monotonicMs: () => ms, readEveryMs: 600_000 })
    const startMs = clock.nowMs()
    await schema.run(`alter role ${schema.name} nologin`)
    await schema.cut()
    ms += 70_000
    await clock.read()
    const [awayMs, unreadMs] = [clock.nowMs() - startMs, clock.unreadMs()]
    await schema.run(`alter role ${schema.name} login`)
    await clock.read()

    expect(unreadMs).toBe(70_000)
    // The readings of the start still make up for some milliseconds: the time of the server went on between them.
    expect(Math.round(awayMs / 1_000)).toBe(70)
    expect(clock.unreadMs()).toBe(0)
  })

  it('says why it cannot be read at a start', async () => {
    await using schema = await testSchema()
    await schema.run(`alter role ${schema.name} nologin`)

    await expect(serverClock({ url: schema.roleUrl, monotonicMs: () => 0 })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('refused the user'),
    })
  })
})
