/**
 * Asks one vendor over HTTP: pooled connections, a limit to the time and size of everything, a pace that the vendor
 * allows, a few more tries after faults that may pass, and no key in any sentence that leaves this file.
 */
import type { Pool } from 'undici'
import { PacedQueue } from '../../lib/async/paced-queue.ts'
import { RequestBudget } from './request-budget.ts'
import { currentAsking, rankOf } from './urgency.ts'
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
  /** What to do about a refusal of the keys (401) or of a question (403): a sentence behind that of the fault. */
  readonly refusal?: (fault: 'unauthorized' | 'forbidden') => string
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
  /** Deadline after which a caller is better served by a cached answer. */
  readonly patience: () => Promise<void>
  /** Deadline after which an answer goes without data that only improve it; `patience` where left out. */
  readonly shortPatience?: () => Promise<void>
  /** Deadline after which a caller gets an error that says to retry; no deadline if absent. */
  readonly deadline?: () => Promise<void>
  /** Whether this process may ask the vendor; it always may if absent. Of several processes one may. */
  readonly mayAsk?: () => boolean
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

const DEFAULTS = { parallel: 4, requestsPerMinute: 190, timeoutMs: 15_000, maxBytes: 64_000_000, attempts: 3 }
const FIRST_PAUSE_MS = 500
/** Callers do not wait longer than this for a rate-limited vendor. */
const LONGEST_PAUSE_MS = 5_000
const WAITING = 500
const MAX_REASON = 200

export function vendorClient(options: VendorClientOptions): VendorClient {
  const settings = { ...DEFAULTS, ...options }
  let pool: Promise<Pool> | undefined
  const life = new AbortController()
  const busy = () => new VendorFailure('busy', `Too many questions to ${settings.vendor} are waiting.`)
  const { requestsPerMinute, clock } = settings
  const budget = new RequestBudget({ requestsPerMinute, isDefault: options.requestsPerMinute === undefined })
  const queue = new PacedQueue({
    parallel: settings.parallel,
    maxWaiting: WAITING,
    refuse: busy,
    waitMs: (rank) => budget.waitMs(rank, clock.monotonicMs()),
    onStart: () => budget.started(clock.monotonicMs()),
    sleep: (ms) => clock.sleep(ms, life.signal),
  })
  const rest = { untilMs: 0 }
  return {
    async ask(question) {
      const signal = question.signal ? AbortSignal.any([question.signal, life.signal]) : life.signal
      pool ??= connect(settings)
      return await asked(question, signal, { settings, pool: await pool, queue, budget, rest })
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
  readonly queue: PacedQueue
  readonly budget: RequestBudget
  readonly rest: Rest
}

/** Rate limit for all requests: an instant of the monotonic clock until which none are sent. */
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

async function asked(question: Question, signal: AbortSignal, parts: Parts): Promise<VendorAnswer> {
  const { clock, attempts } = parts.settings
  const asking = currentAsking()
  for (let attempt = 1; ; attempt++) {
    try {
      return await parts.queue.run(
        () => rankOf(asking.urgency),
        () => inTurn(question, signal, parts),
        signal,
      )
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
  try {
    await restAsAsked(signal, parts)
    return await tryOnce(question, signal, parts)
  } catch (error) {
    if (error instanceof VendorFailure) rememberRest(error, parts)
    throw error
  } finally {
    parts.budget.ended()
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
    throw new VendorFailure('throttled', `${vendor} limits the request rate.`, { retryAfterMs })
  }
  await clock.sleep(retryAfterMs, signal)
}

/** Exponential backoff with 50 % jitter, so that clients do not retry at the same time. */
function pauseBefore(attempt: number, failure: VendorFailure, chance: number): number {
  const own = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + chance / 2)
  return Math.max(own, failure.retryAfterMs ?? 0)
}

async function tryOnce(
  { path, query, validators }: Question,
  signal: AbortSignal,
  { settings, pool, budget }: Parts,
): Promise<VendorAnswer> {
  const { vendor, maxBytes, timeoutMs, clock } = settings
  if (clock.mayAsk?.() === false) throw new VendorFailure('busy', `Another process asks ${vendor} now.`)
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    const raw = await pool.request({
      method: 'GET',
      path: targetOf(settings, path, query),
      headers: { ...headersOf(validators), ...settings.secretHeaders },
      signal: AbortSignal.any([signal, deadline]),
    })
    budget.heard(raw.headers, clock.nowMs(), clock.monotonicMs())
    const bytes = Buffer.from(await raw.body.arrayBuffer())
    if (bytes.length > maxBytes) throw tooLarge(vendor, maxBytes)
    return await answerOf(vendor, { status: raw.statusCode, headers: raw.headers, bytes }, maxBytes, clock.nowMs())
  } catch (error) {
    if (error instanceof VendorFailure) throw explained(error, settings)
    if (deadline.aborted) throw new VendorFailure('stalled', `${vendor} did not answer in ${timeoutMs / 1000} seconds.`)
    throw connectionFailure(error, settings)
  }
}

function explained(failure: VendorFailure, { refusal }: Settings): VendorFailure {
  const { fault, message, status, retryAfterMs } = failure
  if (!refusal || status === undefined || (fault !== 'unauthorized' && fault !== 'forbidden')) return failure
  return new VendorFailure(fault, `${message} ${refusal(fault)}`, { status, retryAfterMs })
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
  return new Error(text.slice(0, MAX_REASON))
}
