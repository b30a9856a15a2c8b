/**
 * Loaded before a process (`--import`): its wall clock, in all its threads, is ahead of the machine's by CLOCK_AHEAD_MS,
 * which may be negative. What a session does to a service can then be seen at any hour. Where CLOCK_AHEAD_FILE names a
 * file, that holds the number instead, and a test that writes it moves the clock of the running process.
 */
import { readFileSync } from 'node:fs'

/** Between two looks at the file, by the clock that does not move. */
const LOOK_EVERY_MS = 50

const file = process.env['CLOCK_AHEAD_FILE']
let aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0)
let lookedMs = Number.NEGATIVE_INFINITY
const Machine = Date

function now(): number {
  const nowMs = performance.now()
  if (file !== undefined && nowMs - lookedMs >= LOOK_EVERY_MS) {
    lookedMs = nowMs
    aheadMs = Number(readFileSync(file, 'utf8'))
  }
  return Machine.now() + aheadMs
}

// A proxy, because dates that come from other threads must be instances of it.
globalThis.Date = new Proxy(Machine, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new Machine(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})
