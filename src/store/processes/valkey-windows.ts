import { createHash } from 'node:crypto'
import type { Admission } from '../../lib/async/sliding-window.ts'
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
/** No script keeps the server from others for longer than it takes to count these. */
const MAX_QUESTIONS = 100

interface Asked {
  readonly question: WindowQuestion
  readonly answered: PromiseWithResolvers<Admission>
}

/**
 * Windows in a Valkey server, each a key with this prefix that ends with its window. The questions of one turn of the
 * event loop are one call: under load a call for each costs more than all that it counts.
 */
export function valkeyWindows(client: ValkeyClient, prefix: string): WindowServer {
  let waiting: Asked[] = []
  const askAll = () => {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += MAX_QUESTIONS) void ask(all.slice(from, from + MAX_QUESTIONS))
  }
  const ask = async (asked: readonly Asked[]) => {
    try {
      const answers = await numbersOf(client, prefix, asked)
      for (const [place, { question, answered }] of asked.entries()) {
        answered.resolve(admission(question, answers.slice(place * NUMBERS, (place + 1) * NUMBERS)))
      }
    } catch (error) {
      for (const { answered } of asked) answered.reject(error)
    }
  }
  return {
    name: 'Valkey',
    answer(question) {
      const answered = Promise.withResolvers<Admission>()
      if (waiting.push({ question, answered }) === 1) setImmediate(askAll)
      return answered.promise
    },
  }
}

async function numbersOf(client: ValkeyClient, prefix: string, asked: readonly Asked[]): Promise<number[]> {
  const call = {
    keys: asked.map(({ question: { name, key } }) => `${prefix}:${name}:${key}`),
    arguments: asked.flatMap(({ question: { limit, windowMs, events } }) => [limit, windowMs, events].map(String)),
  }
  const answer: unknown = await client.evalSha(SHA1, call).catch((error: unknown) => {
    // A server that has restarted knows no scripts.
    if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return client.eval(SCRIPT, call)
    throw error
  })
  if (!Array.isArray(answer) || answer.length !== asked.length * NUMBERS)
    throw new Error('Valkey answers something else than windows')
  return answer.map(Number)
}

function admission(question: WindowQuestion, numbers: readonly number[]): Admission {
  const [allowed, used = 0, oldest = -1, nowMs = 0] = numbers
  return admissionOf({ isAllowed: allowed === 1, used, oldestMs: oldest < 0 ? null : oldest, nowMs }, question)
}
