/**
 * Asks one vendor over HTTP: pooled connections, a limit to the time and size of everything, a pace that the vendor
 * allows, a few more tries after faults that may pass, and no key in any sentence that leaves this file.
 */
import type { Pool } from 'undici'
import { SlidingWindow } from '../../lib/sliding-window.ts'
import { type Turns, turns } from '../../lib/turns.ts'
import { answerOf, tooLarge, type Validators, type VendorAnswer } from './vendor-answer.ts'
import { mayPass, VendorFailure } from './vendor-failure.ts'

export interface VendorClientOptions {
  /** For sentences: "Cboe". */
  readonly vendor: string
  /** `https://host` with an optional path before all others. */
  readonly baseUrl: string
  /** Sent with every question. The values are secrets: no failure repeats them. */
  readonly secretHeaders?: Readonly<Record<string, string>>
  /** Requests under way at once. */
  readonly parallel?: number
  readonly requestsPerMinute?: number
  /** For one try, from the connection to the last byte. */
  readonly timeoutMs?: number
  readonly maxBytes?: number
  /** Tries after faults that may pass, the first one included. */
  readonly attempts?: number
  readonly clock: VendorClock
}

/** Time and chance, passed in. */
export interface VendorClock {
  readonly nowMs: () => number
  /** Milliseconds of a clock that never jumps. */
  readonly monotonicMs: () => number
  /** From 0 to 1. */
  readonly random: () => number
  /** Rejects with the reason of the signal once it aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Ends when somebody who could have an answer of some minutes ago has waited long enough for a newer one. */
  readonly patience: () => Promise<void>
}

export interface Question {
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly validators?: Validators | undefined
  readonly signal?: AbortSignal | undefined
}

export interface VendorClient {
  /** Throws a VendorFailure, or the reason of the question's signal. */
  ask(question: Question): Promise<VendorAnswer>
  close(): Promise<void>
}

const DEFAULTS = { parallel: 4, requestsPerMinute: 180, timeoutMs: 15_000, maxBytes: 64_000_000, attempts: 3 }
const FIRST_PAUSE_MS = 500
/** A vendor that asks for a longer pause is not waited for by whoever asks us. */
const LONGEST_PAUSE_MS = 5_000
const WAITING = 500
const WINDOW_MS = 60_000
const MOST_REASON = 200

export function vendorClient(options: VendorClientOptions): VendorClient {
  const settings = { ...DEFAULTS, ...options }
  let pool: Promise<Pool> | undefined
  const life = new AbortController()
  const busy = () => new VendorFailure('busy', `Too many questions to ${settings.vendor} are waiting.`)
  const take = turns({ parallel: settings.parallel, waiting: WAITING, refuse: busy })
  const pace = paceOf(settings)
  const rest = { untilMs: 0 }
  return {
    async ask(question) {
      const signal = question.signal ? AbortSignal.any([question.signal, life.signal]) : life.signal
      pool ??= connect(settings)
      return await asked(question, signal, { settings, pool: await pool, take, pace, rest })
    },
    async close() {
      life.abort(new VendorFailure('busy', `The connection to ${settings.vendor} is being closed.`))
      await (await pool)?.destroy()
    },
  }
}

type Settings = VendorClientOptions & typeof DEFAULTS

interface Parts {
  readonly settings: Settings
  readonly pool: Pool
  readonly take: Turns
  readonly pace: (signal: AbortSignal) => Promise<void>
  readonly rest: Rest
}

/** What the vendor asked of all questions: silence until an instant of the clock that never jumps. */
interface Rest {
  untilMs: number
}

async function connect({ baseUrl, parallel, timeoutMs, maxBytes }: Settings): Promise<Pool> {
  // Loading it takes a tenth of a second, which a start does not need.
  const undici = await import('undici')
  return new undici.Pool(new URL(baseUrl).origin, {
    connections: parallel,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maxBytes,
    keepAliveTimeout: 30_000,
  })
}

/** Waits until one more request fits into the vendor's minute. */
function paceOf({ requestsPerMinute, clock }: Settings): (signal: AbortSignal) => Promise<void> {
  const window = new SlidingWindow({ limit: requestsPerMinute, windowMs: WINDOW_MS, maxKeys: 2 })
  return async (signal) => {
    for (;;) {
      const { allowed, resetMs } = window.take('all', clock.monotonicMs())
      if (allowed) return
      await clock.sleep(Math.max(1, resetMs), signal)
    }
  }
}

async function asked(question: Question, signal: AbortSignal, parts: Parts): Promise<VendorAnswer> {
  const { clock, attempts } = parts.settings
  for (let attempt = 1; ; attempt++) {
    try {
      return await parts.take(() => inTurn(question, signal, parts))
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof VendorFailure) || !mayPass(error) || attempt >= attempts) throw error
      const pause = pauseBefore(attempt, error, clock.random())
      if (pause > LONGEST_PAUSE_MS) throw error
      await clock.sleep(pause, signal)
    }
  }
}

async function inTurn(question: Question, signal: AbortSignal, parts: Parts): Promise<VendorAnswer> {
  await restAsAsked(signal, parts)
  await parts.pace(signal)
  try {
    return await tryOnce(question, signal, parts)
  } catch (error) {
    if (error instanceof VendorFailure) rememberRest(error, parts)
    throw error
  }
}

/** A wish for less concerns every question, not only the one that it answered. */
function rememberRest({ fault, retryAfterMs = 0 }: VendorFailure, { rest, settings }: Parts): void {
  if (fault === 'throttled') rest.untilMs = Math.max(rest.untilMs, settings.clock.monotonicMs() + retryAfterMs)
}

async function restAsAsked(signal: AbortSignal, { rest, settings }: Parts): Promise<void> {
  const { vendor, clock } = settings
  const retryAfterMs = rest.untilMs - clock.monotonicMs()
  if (retryAfterMs <= 0) return
  if (retryAfterMs > LONGEST_PAUSE_MS) {
    throw new VendorFailure('throttled', `${vendor} asks to be asked less often.`, { retryAfterMs })
  }
  await clock.sleep(retryAfterMs, signal)
}

/** Doubles from try to try, half of it by chance, so that many who failed together do not come back together. */
function pauseBefore(attempt: number, failure: VendorFailure, chance: number): number {
  const own = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + chance / 2)
  return Math.max(own, failure.retryAfterMs ?? 0)
}

async function tryOnce(
  { path, query, validators }: Question,
  signal: AbortSignal,
  { settings, pool }: Parts,
): Promise<VendorAnswer> {
  const { vendor, maxBytes, timeoutMs, clock } = settings
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    const raw = await pool.request({
      method: 'GET',
      path: targetOf(settings, path, query),
      headers: { ...headersOf(validators), ...settings.secretHeaders },
      signal: AbortSignal.any([signal, deadline]),
    })
    const bytes = Buffer.from(await raw.body.arrayBuffer())
    if (bytes.length > maxBytes) throw tooLarge(vendor, maxBytes)
    return await answerOf(vendor, { status: raw.statusCode, headers: raw.headers, bytes }, maxBytes, clock.nowMs())
  } catch (error) {
    if (error instanceof VendorFailure) throw error
    if (deadline.aborted) throw new VendorFailure('stalled', `${vendor} did not answer in ${timeoutMs / 1000} seconds.`)
    throw connectionFailure(error, settings)
  }
}

function targetOf({ baseUrl }: Settings, path: string, query: Question['query'] = {}): string {
  const known = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) known.append(name, String(value))
  const text = known.toString()
  const before = new URL(baseUrl).pathname.replace(/\/+$/, '')
  return `${before}${path}${text === '' ? '' : `?${text}`}`
}

function headersOf(validators: Validators | undefined): Record<string, string> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'optionwire',
  }
  if (validators?.etag !== undefined) headers['if-none-match'] = validators.etag
  else if (validators?.lastModified !== undefined) headers['if-modified-since'] = validators.lastModified
  return headers
}

function connectionFailure(error: unknown, settings: Settings): VendorFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const cause = withoutSecrets(error, settings)
  const { vendor, maxBytes, timeoutMs } = settings
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return tooLarge(vendor, maxBytes)
  if (code.endsWith('_TIMEOUT') || code === 'ETIMEDOUT') {
    return new VendorFailure('stalled', `${vendor} did not answer in ${timeoutMs / 1000} seconds.`, { cause })
  }
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return new VendorFailure('truncated', `The answer of ${vendor} is cut off or damaged.`, { cause })
  }
  return new VendorFailure('reset', `The connection to ${vendor} failed or broke off.`, { cause })
}

/** The one place where a key could slip from a library's message into a log. */
function withoutSecrets(error: unknown, { secretHeaders = {} }: Settings): Error {
  let text = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown fault'
  for (const secret of Object.values(secretHeaders)) {
    if (secret !== '') text = text.replaceAll(secret, '[redacted]')
  }
  return new Error(text.slice(0, MOST_REASON))
}
