import type { Admitted, Befallen } from '../history.ts'
import type { SinkCall } from '../sink.ts'
import type { StoredAttempt } from '../stored.ts'
import { named } from './named.ts'

export interface RequestFacts {
  readonly admitted: readonly Admitted[]
  readonly befallen: readonly Befallen[]
  /** Names of faults while or after which requests are counted elsewhere, or were forgotten. */
  readonly countingFaults: ReadonlySet<string>
  readonly limit: number
  readonly windowMs: number
}

/**
 * No window holds more requests than the limit. A request was counted between its sending and its answer, so a window is
 * one from the first sending to the last answer of some. The contract allows one window more at each switch of where
 * requests are counted (docs/scale.md: the service counts in its memory while no server answers; Valkey may forget).
 */
export function requestFaults({ admitted, befallen, countingFaults, limit, windowMs }: RequestFacts): string[] {
  const inOrder = admitted.toSorted((a, b) => a.sentMs - b.sentMs)
  const switches = befallen.filter(({ name }) => countingFaults.has(name))
  const tooMany: string[] = []
  for (const [from, { sentMs }] of inOrder.entries()) {
    const untilMs = sentMs + windowMs
    const inside = inOrder.slice(from, from + limit * MAX_WINDOWS).filter(({ doneMs }) => doneMs < untilMs).length
    // The end of a fault is a switch, too: back to the first server.
    const during = switches.filter(({ fromMs, toMs }) => fromMs < untilMs && toMs + SWITCH_MS > sentMs).length
    const allowed = limit * (1 + 2 * during)
    if (inside > allowed) tooMany.push(`${inside} of ${allowed} from ${Math.round(sentMs)} ms on`)
  }
  return named('windows with too many requests', tooMany)
}

/** More than that are never looked at. */
const MAX_WINDOWS = 10
/** After a fault a process goes back to the first server within this. */
const SWITCH_MS = 5_000

export interface SendFacts {
  readonly attempts: readonly StoredAttempt[]
  readonly calls: readonly SinkCall[]
  /** By channel, of the plan of all accounts. */
  readonly limits: Readonly<Record<string, number>>
  readonly windowMs: number
}

/** Between the claim of a webhook and its arrival at the sink. */
const WAY_MS = 20_000

/** No rolling window holds more counted sends of an account and channel than its plan allows, nor did more arrive. */
export function sendFaults({ attempts, calls, limits, windowMs }: SendFacts): string[] {
  const counted = Map.groupBy(
    attempts.filter(({ isCounted }) => isCounted),
    ({ accountId, channel }) => `${channel} of ${accountId}`,
  )
  const firstArrivals = calls.filter(({ id }, index) => calls.findIndex((it) => it.id === id) === index)
  const arrived = Map.groupBy(firstArrivals, ({ path }) => path)
  return [
    ...named(
      'windows with too many sends',
      [...counted].flatMap(([name, all]) => {
        const limit = limits[all[0]?.channel ?? ''] ?? Number.POSITIVE_INFINITY
        return windowOver(
          all.map(({ startedMs }) => startedMs),
          limit,
          windowMs,
        ).map((it) => `${it} ${name}`)
      }),
    ),
    ...named(
      'windows with too many webhooks at the sink',
      [...arrived].flatMap(([path, all]) =>
        windowOver(
          all.map(({ atMs }) => atMs),
          limits['webhook'] ?? 0,
          windowMs - WAY_MS,
        ).map((it) => `${it} ${path}`),
      ),
    ),
  ]
}

/** The first window that holds more instants than the limit, as text. */
function windowOver(instants: readonly number[], limit: number, windowMs: number): string[] {
  const inOrder = instants.toSorted((a, b) => a - b)
  const from = inOrder.findIndex((ms, index) => (inOrder[index + limit] ?? Number.POSITIVE_INFINITY) - ms < windowMs)
  return from < 0 ? [] : [`more than ${limit} from ${Math.round(inOrder[from] ?? 0)} ms on:`]
}
