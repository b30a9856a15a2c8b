import type { Admitted, Befallen } from '../history.ts'
import type { SinkCall } from '../sink.ts'
import type { StoredAttempt } from '../stored.ts'
import { named } from './named.ts'

/** Names of faults by what they do to the counts of requests. */
export interface CountingFaults {
  /** Some process cannot ask the server that counts, and counts elsewhere. */
  readonly away: ReadonlySet<string>
  /** Nor the one that counts then, so it counts in its memory. */
  readonly secondAway: ReadonlySet<string>
  /** The server that counts has forgotten all. */
  readonly forgets: ReadonlySet<string>
}

export interface RequestFacts {
  readonly admitted: readonly Admitted[]
  readonly befallen: readonly Befallen[]
  readonly counting: CountingFaults
  readonly limit: number
  readonly windowMs: number
}

/** Until a process asks the first server again after a fault. */
const SWITCH_MS = 5_000

/**
 * No window holds more requests than the limit. A request was counted between its sending and its answer, so a window is
 * one from the first sending to the last answer of some. The contract allows one window more in each further place where
 * requests are counted meanwhile, and where one has forgotten (docs/scale.md, "What is different"; Valkey may be lost).
 */
export function requestFaults({ admitted, befallen, counting, limit, windowMs }: RequestFacts): string[] {
  const inOrder = admitted.toSorted((a, b) => a.sentMs - b.sentMs)
  const allowedIn = (fromMs: number, untilMs: number) => {
    const names = befallen
      .filter((fault) => fault.fromMs < untilMs && fault.toMs + SWITCH_MS > fromMs)
      .map(({ name }) => name)
    const isAway = names.some((name) => counting.away.has(name))
    const isAlone = isAway && names.some((name) => counting.secondAway.has(name))
    return limit * (1 + Number(isAway) + Number(isAlone) + names.filter((name) => counting.forgets.has(name)).length)
  }
  const tooMany = inOrder.flatMap(({ sentMs }, from) => {
    const untilMs = sentMs + windowMs
    const allowed = allowedIn(sentMs, untilMs)
    // Those that were sent later may have been answered earlier, so more than the next ones are looked at.
    const inside = inOrder.slice(from, from + 2 * allowed).filter(({ doneMs }) => doneMs < untilMs).length
    return inside > allowed ? [`${inside} of ${allowed} from ${Math.round(sentMs)} ms on`] : []
  })
  return named('windows with too many requests', tooMany)
}

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
  const firstArrivals = [...Map.groupBy(calls, ({ id }) => id).values()].flatMap(([first]) => first ?? [])
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
