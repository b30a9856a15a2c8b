/**
 * For whom a vendor is asked. A person's question goes first, then what somebody watches (notifications, streams), then
 * what the service does of itself: storing sessions, and last the search for trade ideas. It follows the calls of a task without being passed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export const URGENCIES = ['search', 'background', 'watched', 'question'] as const

export type Urgency = (typeof URGENCIES)[number]

/** Of one fetch, which may become more urgent while it waits, when a person asks for the same. */
export interface Asking {
  urgency: Urgency
}

const asking = new AsyncLocalStorage<Asking>()
const tasks = new AsyncLocalStorage<Urgency>()

/** What `work` asks a vendor for is of this urgency. Work that nobody marked is a person's question. */
export function withUrgency<T>(urgency: Urgency, work: () => T): T {
  return asking.exit(() => tasks.run(urgency, work))
}

/** The urgency that a request has, which may rise until it is sent. */
export function currentAsking(): Asking {
  return asking.getStore() ?? { urgency: tasks.getStore() ?? 'question' }
}

/** Whether the work is a search of the service itself, which reads tapes only as far as they are stored. */
export function isForSearch(): boolean {
  return currentAsking().urgency === 'search'
}

/** Runs a fetch whose urgency can be raised. One inside another is part of it. */
export function runAsking<T>(fetch: (of: Asking) => T): T {
  const of = currentAsking()
  return asking.run(of, () => fetch(of))
}

/** Somebody else waits for the same fetch. */
export function raise(of: Asking, { urgency }: Asking): void {
  if (rankOf(urgency) > rankOf(of.urgency)) of.urgency = urgency
}

export function rankOf(urgency: Urgency): number {
  return URGENCIES.indexOf(urgency)
}
