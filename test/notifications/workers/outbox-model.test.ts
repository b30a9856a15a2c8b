import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterEvent,
  type DeliveryEvent,
  type DeliveryState,
  stateOf,
} from '../../../src/notifications/domain/delivery/delivery-state.ts'
import { triesOf } from '../../../src/notifications/domain/delivery/retry.ts'
import { WEEKDAYS } from '../../../src/notifications/domain/delivery/weekdays.ts'
import type { Delivery } from '../../../src/notifications/store/delivery-rows.ts'
import { ACCOUNT, notifyWorld, only } from '../../support/notifications/notify-world.ts'

const STEP = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('raise' as const), high: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('run' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('clock' as const), ms: fc.integer({ min: -3_600_000, max: 30_000_000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('peer' as const), status: fc.constantFrom(200, 503, 404, 429, 302) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('quiet' as const), on: fc.boolean() }) },
)

const NIGHT = [{ start: '20:00', end: '08:00', days: [...WEEKDAYS] }]
/** Whether the transitions lead from one state to another, by events that happen without the owner. */
function isReachable(from: DeliveryState, to: DeliveryState): boolean {
  const events: DeliveryEvent[] = [
    'acknowledged',
    'retry_scheduled',
    'held',
    'gave_up',
    'limit_reached',
    'slot_freed',
    'dropped',
  ]
  const reached = new Set<DeliveryState>([from])
  for (const state of reached) {
    for (const event of events) {
      const next = afterEvent(state, event)
      if (next) reached.add(next)
    }
  }
  return reached.has(to)
}

const isFinal = ({ status, dueAt }: Delivery) => status === 'sent' || status === 'failed' || dueAt === null

describe('whatever happens in whatever order', () => {
  it('nothing is lost, no attempt is one too many, and what has ended stays as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { maxLength: 30 }), async (steps) => {
        await using world = await notifyWorld()
        await world.settings({ channels: only('webhook') })
        await world.endpoint('webhook', '/hook')
        const ended = new Map<string, string>()
        const states = new Map<string, DeliveryState>()
        let raised = 0
        let crashes = 0
        for (const step of steps) {
          if (step.kind === 'raise') {
            const priority = step.high ? 'high' : 'normal'
            await world.raise({
              content: { type: 'system_update', title: 'n', body: '', symbol: null, priority, details: {} },
            })
            raised++
          } else if (step.kind === 'run') await world.dispatcher.run()
          else if (step.kind === 'clock') world.clock.advance(step.ms)
          else if (step.kind === 'peer') world.sink.script('/hook', step.status)
          else if (step.kind === 'quiet') await world.settings({ quietHours: step.on ? NIGHT : [] })
          else {
            crashes++
            const until = new Date(world.clock.now().getTime() + 15_000)
            const due = await world.store.outbox.due(world.clock.now(), 'normal', 2)
            await world.store.outbox.lease(due, `dead.${crashes}`, { now: world.clock.now(), until })
          }
          const rows = await world.store.deliveries.list(ACCOUNT, { channel: 'webhook' }, { limit: 1_000 })

          expect(rows).toHaveLength(raised)
          for (const row of rows) {
            expect(triesOf(row)).toBeLessThanOrEqual(8)
            expect(row.attempts).toBeLessThanOrEqual(16)
            const shown = stateOf(row.status, row.dueAt)
            expect(isReachable(states.get(row.id) ?? 'pending', shown)).toBe(true)
            states.set(row.id, shown)
            const state = `${row.status} ${row.attempts}`
            expect(ended.get(row.id) ?? state).toBe(state)
            if (isFinal(row)) ended.set(row.id, state)
            else expect(row.dueAt).not.toBeNull()
          }
          const ids = world.sink.calls.map(({ headers }) => headers['webhook-id'])
          expect(ids.length).toBeLessThanOrEqual(rows.reduce((sum, { attempts }) => sum + attempts, 0))
        }
      }),
      { numRuns: 30 },
    )
  }, 180_000)
})
