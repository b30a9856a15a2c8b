import { expect, it } from 'vitest'
import { clockFact } from '../../../src/app/clock/clock-text.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/lib/time/duration.ts'

it.each([
  [90 * MINUTE_MS, '90 minutes forward'],
  [-23 * HOUR_MS, '1380 minutes back'],
  [30 * HOUR_MS, '30 hours forward'],
  [-400 * 24 * HOUR_MS, '400 days back'],
])('a jump of %i ms is said in a unit that a reader can picture', (jumpMs, size) => {
  expect(clockFact({ standing: 'jumped', jumpMs, slackMs: 0 }, 'this machine')).toContain(
    `The clock of this machine jumped ${size}.`,
  )
})
