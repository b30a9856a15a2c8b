/**
 * Loaded before a process (`--import`): its wall clock, in all its threads, has another course than the machine's, see
 * `clock-course.ts`. What a session does to a service can then be seen at any hour, and in minutes. Where CLOCK_AHEAD_FILE
 * names a file, that holds CLOCK_AHEAD_MS instead, and a test that writes it moves the clock of the running process. Timers
 * and the monotonic clock stay as they are.
 */
import { readFileSync } from 'node:fs'
import { clockCourse, shownMs } from './clock-course.ts'

/** Between two looks at the file, by the clock that does not move. */
const LOOK_EVERY_MS = 50

const file = process.env['CLOCK_AHEAD_FILE']
let course = clockCourse(process.env)
let lookedMs = Number.NEGATIVE_INFINITY
const Machine = Date

function now(): number {
  const nowMs = performance.now()
  if (file !== undefined && nowMs - lookedMs >= LOOK_EVERY_MS) {
    lookedMs = nowMs
    course = { ...course, aheadMs: Number(readFileSync(file, 'utf8')) }
  }
  return shownMs(course, Machine.now())
}

// A proxy, because dates that come from other threads must be instances of it.
globalThis.Date = new Proxy(Machine, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new Machine(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})
