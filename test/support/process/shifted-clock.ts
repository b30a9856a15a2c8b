/**
 * Loaded before a process (`--import`): its wall clock, in all its threads, is ahead of the machine's by CLOCK_AHEAD_MS,
 * which may be negative. What a session does to a service can then be seen at any hour.
 */
const aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0)
const now = () => Machine.now() + aheadMs
const Machine = Date

// A proxy, because dates that come from other threads must be instances of it.
globalThis.Date = new Proxy(Machine, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new Machine(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})
