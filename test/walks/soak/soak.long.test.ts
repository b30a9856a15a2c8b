/**
 * Hours of a session with the whole simulated market, by a clock that runs faster: what a service keeps must not grow but by
 * what the session itself adds. Timers and the monotonic clock run as usual, so work that is done every few seconds (the
 * search for ideas, digests) is done less often in each hour of the session, while each print, rule and level of it passes
 * through. What is done each minute keeps the thread that values busy, so the test wants the machine for itself: beside much
 * else the tapes of the open come too late. `SOAK_HOURS` and `SOAK_SPEED` choose another length; the machine may need an
 * hour for it at most, after which a clock that fast counts as one that has jumped.
 */
import { expect, it } from 'vitest'
import { STALE } from '../../../src/receiver/workers/order.ts'
import { watchedService } from '../../support/attack/watched-service.ts'
import { sessionClock } from '../../support/soak/session-clock.ts'
import { type SoakLoad, soakLoad } from '../../support/soak/soak-load.ts'
import { type SoakSample, soakSample, soakTable } from '../../support/soak/soak-sample.ts'

const HOURS = Number(process.env['SOAK_HOURS'] ?? 0)
const SPEED = Number(process.env['SOAK_SPEED'] ?? 30)
const HOUR_S = 3_600
const STEP_HOURS = 0.5
/** The caches are filled then, and what is kept of earlier sessions is forgotten: in six hours, the arrays grew until then. */
const SETTLED_HOURS = 2
/** A thread that ends or begins has some descriptors of its own. */
const MAX_MORE_DESCRIPTORS = 8
/** Seconds of the machine, of which one is most of a minute of the session; now and then it has more to do. */
const USUAL_FEED_LAG_S = 5
const MAX_FEED_LAG_S = 30
const MB = 1024 * 1024
/** A row of flow with its object, its places in lists and its part of the sketches and models of its symbol. */
const ROW_BYTES = 600
/** A chain of each symbol more or less is analysed at the moment of a sample. */
const MAX_MORE_MB = 25
const MAX_MORE_RESIDENT_MB = 60
/** A notification with its deliveries, a bell and no other channel. */
const NOTIFICATION_MB = 0.003
/** With its decision and the evidence of it, compressed. */
const IDEA_MB = 0.03
/** In half an hour: exposures of each minute, volatilities of each symbol, whole pages. */
const MAX_MORE_STORED_MB = 0.5
/** SQLite writes on from its beginning once it has been copied into the file, from 4 MB on. */
const MAX_WAL_MB = 12
const PATIENCE = { timeout: 60_000, interval: 500 }

it.skipIf(HOURS === 0)(
  `keeps its size through ${HOURS} hours of a session of 54 symbols`,
  {
    timeout: ((HOURS * HOUR_S) / SPEED) * 2_000 + 240_000,
  },
  async () => {
    const clock = sessionClock(SPEED)
    await using watched = await watchedService({ ...clock.settings, METRICS_PORT: '0', DECISION_MODE: 'rules' })
    await using load = await soakLoad(watched, clock)
    const samples: SoakSample[] = []
    for (let hour = STEP_HOURS; hour <= HOURS; hour += STEP_HOURS) {
      await clock.passed(hour)
      samples.push(await soakSample(watched, load, hour))
    }
    await load.end()
    console.log(soakTable(samples))

    await expectWholeLedger(load)
    await watched.service.stop()
    expect(watched.service.output().match(/^\{"level":(50|60),.*$/gm) ?? []).toEqual([])
    expect(load.refused).toEqual([])
    expect(load.answered()).toBeGreaterThan(HOURS)
    for (const bell of load.bells) expect(bell.messages.length).toBeGreaterThan(HOURS)
    expectFlat(samples.filter(({ hour }) => hour >= SETTLED_HOURS))
  },
)

function expectFlat(samples: readonly SoakSample[]): void {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || first === last) throw new Error('the soak is too short')
  const grown = (name: keyof SoakSample) => last[name] - first[name]
  const held = ({ heapMb, arraysMb }: SoakSample) => heapMb + arraysMb
  const ofTape = (grown('rows') * ROW_BYTES) / MB
  expect(held(last) - held(first), 'MB held beyond the tape').toBeLessThanOrEqual(ofTape + MAX_MORE_MB)
  expect(grown('rssMb'), 'MB resident beyond the tape').toBeLessThanOrEqual(1.5 * ofTape + MAX_MORE_RESIDENT_MB)
  expect(grown('descriptors')).toBeLessThanOrEqual(MAX_MORE_DESCRIPTORS)
  for (const { walMb } of samples) expect(walMb).toBeLessThanOrEqual(MAX_WAL_MB)
  const lags = samples.map(({ feedLagS }) => feedLagS).sort((a, b) => a - b)
  expect(lags[lags.length >> 1]).toBeLessThan(USUAL_FEED_LAG_S)
  expect(lags.at(-1)).toBeLessThan(MAX_FEED_LAG_S)
  for (const [index, after] of samples.entries()) {
    const before = samples[index - 1] ?? after
    const stored = after.storeMb - before.storeMb
    const explained =
      (after.notifications - before.notifications) * NOTIFICATION_MB + (after.ideas - before.ideas) * IDEA_MB
    expect(stored, `MB stored before hour ${after.hour}`).toBeLessThanOrEqual(explained + MAX_MORE_STORED_MB)
  }
}

/** By this clock an idea that waits for ten seconds of the machine is too old for an order. */
const ENDS = ['skipped', 'dry_run', STALE]

/** Every acknowledged idea has its entry, and none of them waits for anything. */
async function expectWholeLedger(load: SoakLoad): Promise<void> {
  expect(load.acknowledged.length).toBeGreaterThan(HOURS)
  const unfinished = async () => {
    const ledger = await load.ledger()
    const statuses = load.acknowledged.map((fingerprint) => ledger.get(fingerprint) ?? 'lost')
    return statuses.filter((status) => !ENDS.includes(status))
  }
  await expect.poll(unfinished, PATIENCE).toEqual([])
}
