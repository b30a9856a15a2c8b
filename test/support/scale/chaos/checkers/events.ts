import type { AccountEvent, PrintEvent } from '../single-evaluation.ts'
import type { StoredEvent } from '../stored.ts'
import { named, repeated } from './named.ts'

export interface EventFacts {
  /** The account of the keys that were made. */
  readonly owner: string
  /** Names of keys by their ids. */
  readonly keyNames: ReadonlyMap<string, string>
  /** What a single evaluation of the stored tape notifies of. */
  readonly expected: readonly PrintEvent[]
  readonly events: readonly StoredEvent[]
  /** Notifications without an event. */
  readonly strays: readonly string[]
}

const OF_PRINT = /^(alert|whale_trade|unusual_activity):/
/** The prints of one contract are one notification, which has an event of its own. */
const GROUPED = /^(whale_trade|unusual_activity):/

/** Every acknowledged event is one notification, and of prints accounts were notified as a single process would have. */
export function eventFaults({ owner, keyNames, expected, events, strays }: EventFacts): string[] {
  const textOf = ({ accountId, eventKey }: AccountEvent) => `${eventKey} of ${accountId}`
  const found = new Set(events.map(textOf))
  const wanted = new Set(expected.map(textOf))
  const made = [...keyNames].filter(
    ([id]) => !found.has(textOf({ accountId: owner, eventKey: `account:key_created:${id}` })),
  )
  const ofPrints = events.filter(({ eventKey }) => OF_PRINT.test(eventKey)).map(textOf)
  return [
    ...named(
      'keys of whose making their owner was not notified',
      made.map(([, name]) => name),
    ),
    ...named(
      'prints of which an account was not notified',
      [...wanted].filter((it) => !found.has(it)),
    ),
    ...named(
      'notifications of prints that no single process would give',
      ofPrints.filter((it) => !wanted.has(it)),
    ),
    ...named('events that were raised twice', repeated(events.map(textOf))),
    ...named(
      'events without one notification',
      events.filter((it) => it.notifications !== (GROUPED.test(it.eventKey) ? 0 : 1) && !isFirst(it)).map(textOf),
    ),
    ...groupFaults(expected, events),
    ...named('notifications without an event', strays),
  ]
}

/** The first print of a contract has the notification of all of them. */
const isFirst = ({ eventKey, notifications }: StoredEvent) => GROUPED.test(eventKey) && notifications === 1

/** What the notification of several prints adds up is what these are together. */
function groupFaults(expected: readonly PrintEvent[], events: readonly StoredEvent[]): string[] {
  const nameOf = (accountId: string, key: string) => `${key} of ${accountId}`
  const shown = new Map(events.map(({ accountId, eventKey, size }) => [nameOf(accountId, eventKey), size]))
  const sums = new Map<string, number>()
  for (const { accountId, groupKey, size } of expected) {
    if (groupKey === null) continue
    const name = nameOf(accountId, groupKey)
    sums.set(name, (sums.get(name) ?? 0) + size)
  }
  const wrong = [...sums].filter(([name, sum]) => shown.get(name) !== sum)
  return named(
    'notifications of several prints that add up wrongly',
    wrong.map(([name, sum]) => `${shown.get(name)} for ${sum} ${name}`),
  )
}
