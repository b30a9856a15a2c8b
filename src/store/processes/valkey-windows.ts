import { createHash } from 'node:crypto'
import { admissionOf, type WindowServer } from './shared-windows.ts'
import type { ValkeyClient } from './valkey.ts'

/**
 * A list of the instants of a key, oldest first, in milliseconds of the server's clock. One that goes backwards counts as
 * stopped; after a step of more than a window the list begins anew, because it would be full until the clock is back.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local limit, window, events = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local newest = tonumber(redis.call('LINDEX', KEYS[1], -1) or now)
if newest - now > window then redis.call('DEL', KEYS[1]) elseif newest > now then now = newest end
local oldest = redis.call('LINDEX', KEYS[1], 0)
while oldest and tonumber(oldest) <= now - window do
  redis.call('LPOP', KEYS[1])
  oldest = redis.call('LINDEX', KEYS[1], 0)
end
local used = redis.call('LLEN', KEYS[1])
local allowed = used + math.max(events, 1) <= limit
if allowed and events > 0 then
  for _ = 1, events do redis.call('RPUSH', KEYS[1], string.format('%.0f', now)) end
  redis.call('PEXPIRE', KEYS[1], window)
  used = used + events
  oldest = oldest or now
end
return { allowed and 1 or 0, used, oldest and tonumber(oldest) or -1, now }`
const SHA1 = createHash('sha1').update(SCRIPT).digest('hex')

/** Windows in a Valkey server, each a key with this prefix that ends with its window. */
export function valkeyWindows(client: ValkeyClient, prefix: string): WindowServer {
  return {
    name: 'Valkey',
    async answer(question) {
      const { name, key, limit, windowMs, events } = question
      const call = { keys: [`${prefix}:${name}:${key}`], arguments: [limit, windowMs, events].map(String) }
      const answer = await client.evalSha(SHA1, call).catch((error: unknown) => {
        // A server that has restarted knows no scripts.
        if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return client.eval(SCRIPT, call)
        throw error
      })
      const [allowed, used, oldest, nowMs] = numbersIn(answer)
      const oldestMs = oldest === undefined || oldest < 0 ? null : oldest
      return admissionOf({ isAllowed: allowed === 1, used: used ?? 0, oldestMs, nowMs: nowMs ?? 0 }, question)
    },
  }
}

function numbersIn(answer: unknown): number[] {
  if (!Array.isArray(answer) || answer.length !== 4) throw new Error('Valkey answers something else than a window')
  return answer.map(Number)
}
