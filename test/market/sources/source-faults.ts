import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { MarketSource } from '../../../src/market/ports/market-source.ts'
import type { LiveSource } from '../../../src/market/sources/source-health.ts'
import type { TestClock } from '../../support/clock.ts'
import {
  type Answering,
  cutOff,
  half,
  html,
  json,
  reset,
  silence,
  stall,
  status,
} from '../../support/http/fault-server.ts'

export interface FaultSetup {
  /** A source that waits half a second for an answer. */
  readonly source: MarketSource & LiveSource
  readonly vendor: string
  readonly clock: TestClock
  /** Answers questions for chains so, until it is called with null. */
  readonly fail: (answer: Answering | null) => void
}

const MINUTE = 60_000
const RETRY = { 'retry-after': '60' }

const FAULTS: readonly (readonly [what: string, answer: Answering, says: string, state: string])[] = [
  ['says nothing', silence, '{} did not answer in 0.5 seconds.', 'degraded'],
  ['stalls in the middle', stall, '{} did not answer in 0.5 seconds.', 'degraded'],
  ['cuts the connection', reset, 'The connection to {} failed or broke off.', 'degraded'],
  ['ends before its length', cutOff, 'The connection to {} failed or broke off.', 'degraded'],
  ['ends in the middle of the JSON', half, 'The answer of {} is cut off or damaged.', 'degraded'],
  ['answers HTML', html, '{} answers with something that is not JSON.', 'degraded'],
  ['answers in another form', json({ rows: [1] }), '{} answers in another form than it used to', 'degraded'],
  ['answers with a list of nothing', json([]), '{} answers in another form than it used to', 'degraded'],
  ['redirects', status(302, { location: 'http://127.0.0.1:1/' }), '{} points to another place', 'degraded'],
  ['answers 400', status(400), '{} does not understand the question (HTTP 400).', 'degraded'],
  ['answers 401', status(401), '{} does not accept the keys (HTTP 401).', 'down'],
  ['answers 403', status(403), '{} refuses the question (HTTP 403).', 'degraded'],
  ['answers 429', status(429, RETRY), '{} limits the request rate', 'degraded'],
  ['answers 500', status(500), '{} fails (HTTP 500).', 'degraded'],
  ['answers 503', status(503), '{} fails (HTTP 503).', 'degraded'],
]

/** What every live source does while its vendor fails. Run it in a running session, with a chain of ZZZ. */
export function itSurvivesItsVendor(setup: () => FaultSetup): void {
  describe('serves the last good data with their age, and recovers alone, while the vendor', () => {
    it.each(FAULTS)('%s', async (_what, answer, says, state) => {
      const { source, vendor, clock, fail } = setup()
      const view = await source.viewAt()
      const good = await view.chain('ZZZ')
      fail(answer)
      clock.advance(6 * MINUTE)

      const stale = await view.chain('ZZZ')
      expect(stale.contracts).toBe(good.contracts)
      expect(stale.asOfMs).toBe(good.asOfMs)
      expect(stale.warnings.slice(0, -1)).toEqual(good.warnings)
      const warning = stale.warnings.at(-1) ?? ''
      expect(warning.startsWith(says.replace('{}', vendor)), warning).toBe(true)
      expect(warning).toMatch(/So it has been since .* UTC, and this answer is at least 5 minutes old\.$/)
      expect(source.sourceHealth()).toMatchObject({
        state,
        detail: expect.stringContaining(says.replace('{}', vendor)),
      })
      expect(inspect([stale.warnings, source.sourceHealth()], { depth: 9 })).not.toMatch(/CANARY|127\.0\.0\.1/)
      expect(await view.chain('ZZZ')).toBe(stale)

      fail(null)
      clock.advance(20 * MINUTE)
      const fresh = await view.chain('ZZZ')
      expect(fresh.warnings).toEqual(good.warnings)
      expect(fresh.asOfMs).toBeGreaterThan(good.asOfMs)
      expect(source.sourceHealth().state).toBe('fine')
    })
  })
}
