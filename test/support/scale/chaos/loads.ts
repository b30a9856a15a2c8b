import { setTimeout as sleep } from 'node:timers/promises'
import { feedClient } from '../../notifications/feed-client.ts'
import { aPayload } from '../../receiver/ideas.ts'
import { type RunningService, SECRET_SETTINGS } from '../../service.ts'
import type { Dice } from './dice.ts'
import type { History } from './history.ts'
import { sessionOf } from './users.ts'
import type { ChaosWorld } from './world.ts'

const PATIENCE_MS = 8_000
const AGAIN_MS = 200
/** After the last fault. */
const SETTLED_MS = 60_000
const IDEA_EVERY_MS = 500
const KEY_EVERY_MS = 1_500
const SESSION_EVERY_MS = 2_500
const READ_EVERY_MS = 120
const READ_BELL_EVERY_MS = 3_000
/** Trades come together, so that an account comes to its limit while several dispatchers have some of its deliveries. */
const BURST = 10
/** More in a minute than the plan of an account lets through in an hour. */
export const TRADE_EVERY_MS = 300
/** After which an ended key or session is used: it may be accepted for two seconds at most. */
const LATE_USE_MS = [2_010, 4_000] as const
const RECEIVER = '/webhooks/optionomics-neutral/trade-ideas'
const JSON_TYPE = { 'content-type': 'application/json' }

interface Load {
  readonly world: ChaosWorld
  readonly history: History
  readonly dice: Dice
  readonly ending: AbortSignal
  /** Work beside the loops that ends by itself. */
  readonly aside: Set<Promise<unknown>>
}

/** What clients do until the signal; resolves once each has what it was waiting for. */
export async function withLoads(parts: Omit<Load, 'ending' | 'aside'>, work: () => Promise<unknown>): Promise<void> {
  const controller = new AbortController()
  const load: Load = { ...parts, ending: controller.signal, aside: new Set() }
  const loops = [sendIdeas, makeKeys, openSessions, read, readBell, trade].map((loop) => loop(load))
  try {
    await work()
  } finally {
    controller.abort()
    await Promise.all(loops)
    await Promise.all(load.aside)
  }
}

async function repeatedly(
  { ending, dice }: Load,
  everyMs: number,
  step: (count: number) => Promise<unknown>,
): Promise<void> {
  for (let count = 0; !ending.aborted; count++) {
    await step(count)
    await sleep(everyMs * (0.5 + dice.next()), undefined, { signal: ending }).catch(() => undefined)
  }
}

/**
 * The first answer that is not null. Null, and noted as a fault, where there is none within a minute after the last fault.
 */
async function retried<T>({ ending, history }: Load, what: string, step: () => Promise<T | null>): Promise<T | null> {
  let endMs = Number.POSITIVE_INFINITY
  for (;;) {
    const answer = await step()
    if (answer !== null) return answer
    if (ending.aborted) endMs = Math.min(endMs, performance.now() + SETTLED_MS)
    if (performance.now() > endMs) {
      history.stuck.push(what)
      return null
    }
    await sleep(AGAIN_MS)
  }
}

/** Null where nobody answered in time. */
async function requested(
  service: RunningService | null,
  path: string,
  init: Omit<RequestInit, 'headers'> & { readonly headers: Record<string, string> },
): Promise<{ readonly status: number; readonly body: Record<string, unknown> } | null> {
  if (!service) return null
  try {
    const headers = { origin: service.url, ...init.headers }
    const answer = await fetch(`${service.url}${path}`, { ...init, headers, signal: AbortSignal.timeout(PATIENCE_MS) })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? {} : JSON.parse(text) }
  } catch {
    return null
  }
}

/** Each idea again until it is acknowledged. */
function sendIdeas(load: Load): Promise<void> {
  const { world, history } = load
  return repeatedly(load, IDEA_EVERY_MS, async (count) => {
    const body = JSON.stringify(aPayload({ alert_name: `idea ${count}` }))
    const headers = { ...JSON_TYPE, 'x-bot-secret': SECRET_SETTINGS.WEBHOOK_SECRET }
    const fingerprint = await retried(load, `idea ${count}`, async () => {
      const answer = await requested(world.anyOf('receiver'), RECEIVER, { method: 'POST', headers, body })
      return answer && answer.status < 300 ? answer.body['fingerprint'] : null
    })
    if (typeof fingerprint === 'string') history.fingerprints.add(fingerprint)
  })
}

/** Until a session can be had. */
function sessionFor(load: Load, user: ChaosWorld['users']['ada']): Promise<Record<string, string> | null> {
  return retried(load, `a session of ${user.email}`, async () => {
    const api = load.world.anyOf('api')
    return api && (await sessionOf(api, user).catch(() => null))
  })
}

type KeyRequest = (
  init: { readonly method: string; readonly body?: string },
  path?: string,
) => ReturnType<typeof requested>

/** Keys that are made, used, deleted and used again. */
async function makeKeys(load: Load): Promise<void> {
  const { world, history } = load
  const { ada } = world.users
  const headers = { ...(await sessionFor(load, ada)), ...JSON_TYPE }
  const keys: KeyRequest = (init, path = '') =>
    requested(world.anyOf('api'), `/api/v1/api_keys${path}`, { ...init, headers })
  await repeatedly(load, KEY_EVERY_MS, async (count) => {
    const name = `key ${count}`
    const made = await keys({ method: 'POST', body: JSON.stringify({ name, expiry: '30d' }) })
    if (made?.status === 409) return deleteUnacknowledged(keys)
    if (made?.status !== 201) return
    const { id, token } = made.body
    history.keyNames.set(String(id), name)
    const key = { 'x-user-email': ada.email, 'x-user-token': String(token) }
    // All processes know it now.
    await Promise.all(apisOf(load).map((api) => isAccepted(api, key)))
    const isDeleted = await retried(load, `the end of ${name}`, async () => {
      const deleted = await keys({ method: 'DELETE' }, `/${id}`)
      return deleted && (deleted.status < 300 || deleted.status === 404) ? true : null
    })
    if (isDeleted) useLate(load, name, key)
  })
}

/** Those whose making was not acknowledged fill the account, which may have fifty. */
async function deleteUnacknowledged(keys: KeyRequest): Promise<void> {
  const listed = await keys({ method: 'GET' })
  const found = (listed?.body['data'] ?? []) as readonly { readonly id: string; readonly name: string }[]
  for (const { id, name } of found) if (/^key \d+$/.test(name)) await keys({ method: 'DELETE' }, `/${id}`)
}

/** Sessions that are opened, used, ended and used again. */
async function openSessions(load: Load): Promise<void> {
  const { world } = load
  await repeatedly(load, SESSION_EVERY_MS, async (count) => {
    const session = await sessionFor(load, world.users.cyd)
    if (!session) return
    await Promise.all(apisOf(load).map((api) => isAccepted(api, session)))
    const isEnded = await retried(load, `the end of session ${count}`, async () => {
      const ended = await requested(world.anyOf('api'), '/api/v1/session', { method: 'DELETE', headers: session })
      return ended?.status === 204 || ended?.status === 401 ? true : null
    })
    if (isEnded) useLate(load, `session ${count}`, session)
  })
}

const apisOf = ({ world }: Load) =>
  world.processes.flatMap(({ role, running }) => (role === 'api' && running ? [running] : []))

async function isAccepted(api: RunningService, headers: Record<string, string>): Promise<boolean> {
  const path = 'cookie' in headers ? '/api/v1/session' : '/api/v1/notification_settings'
  const answer = await requested(api, path, { headers })
  return answer !== null && answer.status < 300
}

/** Whether a gateway opens a feed for it. */
async function isHeard(gateway: RunningService, headers: Record<string, string>): Promise<boolean> {
  const opened = await Promise.race([
    feedClient(`${gateway.url}/ws/notifications`, headers).catch(() => null),
    sleep(PATIENCE_MS, null, { ref: false }),
  ])
  opened?.socket.terminate()
  return opened !== null
}

/** Uses an ended key or session at every process that answers requests, and at a gateway. Each has an address of its own. */
function useLate(load: Load, what: string, credential: Record<string, string>): void {
  const { world, history, aside } = load
  const endedMs = performance.now()
  const address = `10.${[16, 8, 0].map((bits) => (history.lateUses.length >> bits) & 255).join('.')}`
  const headers = { ...credential, 'x-forwarded-for': address }
  const use = async (isTaken: typeof isAccepted, service: RunningService) => {
    const sentMs = performance.now()
    history.lateUses.push({ what, endedMs, sentMs, isAccepted: await isTaken(service, headers) })
  }
  const using = Promise.all(
    LATE_USE_MS.map(async (afterMs) => {
      await sleep(afterMs)
      const gateway = world.anyOf('gateway')
      const uses = apisOf(load).map((api) => use(isAccepted, api))
      await Promise.all(gateway ? [...uses, use(isHeard, gateway)] : uses)
    }),
  )
  aside.add(using)
  void using.finally(() => aside.delete(using))
}

/** Asks more often than its plan allows. */
function read(load: Load): Promise<void> {
  const { world, history } = load
  return repeatedly(load, READ_EVERY_MS, async () => {
    const sentMs = performance.now()
    const answer = await requested(world.anyOf('api'), '/api/v1/notification_settings', {
      headers: world.users.bob.key,
    })
    if (answer?.status === 200) history.admitted.push({ sentMs, doneMs: performance.now() })
    if (answer?.status === 429) history.refused++
  })
}

/** Marks what the bell shows as read, whether or not that is acknowledged. */
function readBell(load: Load): Promise<void> {
  const { world } = load
  return repeatedly(load, READ_BELL_EVERY_MS, () =>
    requested(world.anyOf('api'), '/api/v1/notifications/mark_all_read', {
      method: 'PATCH',
      headers: world.users.ada.key,
    }),
  )
}

function trade(load: Load): Promise<void> {
  return repeatedly(load, BURST * TRADE_EVERY_MS, async () => {
    for (let count = 0; count < BURST; count++) load.world.vendor.trade()
  })
}
