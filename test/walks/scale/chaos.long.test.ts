import { describe, expect, it } from 'vitest'
import { dice } from '../../support/scale/chaos/dice.ts'
import { newHistory } from '../../support/scale/chaos/history.ts'
import { TRADE_EVERY_MS, withLoads } from '../../support/scale/chaos/loads.ts'
import { settledFaults } from '../../support/scale/chaos/settling.ts'
import { countsOf, faultsOf, storm } from '../../support/scale/chaos/storm.ts'
import { chaosWorld } from '../../support/scale/chaos/world.ts'
import { hasPostgresPrograms } from '../../support/scale/postgres-cluster.ts'

/** The seed is printed, and `CHAOS_SEED` plays it again. */
const SEED = Number(process.env['CHAOS_SEED'] ?? 20261127)
const SECONDS = Number(process.env['CHAOS_SECONDS'] ?? 60)
/** Some of `faults.ts`, to look for the cause of what those find. */
const NAMES = process.env['CHAOS_FAULTS']?.split(',') ?? []
const REPLAY = `CHAOS_SEED=${SEED} CHAOS_SECONDS=${SECONDS} npm run test:chaos`

describe.skipIf(!hasPostgresPrograms)('a service of 13 processes', { timeout: (SECONDS * 1.5 + 400) * 1_000 }, () => {
  it('loses nothing and doubles nothing while processes, connections, servers, disks and clocks fail', async () => {
    console.log(REPLAY)
    const history = newHistory()
    await using world = await chaosWorld(dice(SEED), (SECONDS * 1_000) / TRADE_EVERY_MS)
    await withLoads({ world, history, dice: dice(SEED + 1) }, () =>
      storm(world, history, dice(SEED + 2), { seconds: SECONDS, names: NAMES }),
    )
    const faults = await settledFaults(world, history)

    console.log(`${faultsOf(history)}. ${countsOf(world, history)}`)
    if (faults.length > 0) console.error(`failed; to replay: ${REPLAY}`)
    expect(faults).toEqual([])
    // Each of the loads did something.
    const { fingerprints, keyNames, admitted, lateUses } = history
    const done = [fingerprints.size, keyNames.size, admitted.length, lateUses.length]
    expect(Math.min(...done, world.sink.calls.length, world.twilio.sent.length)).toBeGreaterThan(0)
  })
})
