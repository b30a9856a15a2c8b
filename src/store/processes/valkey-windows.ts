import { createHash } from 'node:crypto'
import type { Admission } from '../../lib/async/sliding-window.ts'
import { batchedWindows } from './batched-windows.ts'
import { admissionOf, type WindowQuestion, type WindowServer } from './shared-windows.ts'
import type { ValkeyClient } from './valkey.ts'

/**
 * A list of the instants of each key, oldest first, in milliseconds of the server's clock. One that goes backwards counts
 * as stopped; after a step of more than a window the list begins anew, because it would be full until the clock is back.
 * Each key has three arguments and gets four numbers: allowed, used, the oldest instant or -1, now.
 */
const SCRIPT = `
local time = redis.call('TIME')
local clock = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local answers = {}
for place, key in ipairs(KEYS) do
  local limit, window, events = tonumber(ARGV[3 * place - 2]), tonumber(ARGV[3 * place - 1]), tonumber(ARGV[3 * place])
  local now = clock
  local newest = tonumber(redis.call('LINDEX', key, -1) or now)
  if newest - now > window then redis.call('DEL', key) elseif newest > now then now = newest end
  local oldest = redis.call('LINDEX', key, 0)
  while oldest and tonumber(oldest) <= now - window do
    redis.call('LPOP', key)
    oldest = redis.call('LINDEX', key, 0)
  end
  local used = redis.call('LLEN', key)
  local allowed = used + math.max(events, 1) <= limit
  if allowed and events > 0 then
    for _ = 1, events do redis.call('RPUSH', key, string.format('%.0f', now)) end
    redis.call('PEXPIRE', key, window)
    used = used + events
    oldest = oldest or now
  end
  for _, number in ipairs({ allowed and 1 or 0, used, oldest and tonumber(oldest) or -1, now }) do
    table.insert(answers, number)
  end
end
return answers`
const SHA1 = createHash('sha1').update(SCRIPT).digest('hex')
const NUMBERS = 4
/** Windows in a Valkey server, each a key with this prefix that ends with its window. */
export function valkeyWindows(client: ValkeyClient, prefix: string): WindowServer {
  return batchedWindows('Valkey', async (questions) => {
    const call = {
      keys: questions.map(({ name, key }) => `${prefix}:${name}:${key}`),
      arguments: questions.flatMap(({ limit, windowMs, events }) => [limit, windowMs, events].map(String)),
    }
    const answer: unknown = await client.evalSha(SHA1, call).catch((error: unknown) => {
      // A server that has restarted knows no scripts.
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return client.eval(SCRIPT, call)
      throw error
    })
    if (!Array.isArray(answer) || answer.length !== questions.length * NUMBERS)
      throw new Error('Valkey returned no valid answer')
    const numbers = answer.map(Number)
    return questions.map((each, place) => admission(each, numbers.slice(place * NUMBERS, (place + 1) * NUMBERS)))
  })
}

function admission(question: WindowQuestion, numbers: readonly number[]): Admission {
  const [allowed, used = 0, oldest = -1, nowMs = 0] = numbers
  return admissionOf({ isAllowed: allowed === 1, used, oldestMs: oldest < 0 ? null : oldest, nowMs }, question)
}
