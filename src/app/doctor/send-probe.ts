/** Sends one probe and says what its answer means. */
import type { Probe } from '../../lib/probe.ts'
import type { Finding } from './finding.ts'
import { firstBytes, parsed, reasonOf } from './read-answer.ts'

export interface ProbeParts {
  readonly monotonicMs: () => number
  readonly now: () => Date
  /** Removes secrets from what a peer said. */
  readonly redact: (text: string) => string
  readonly timeoutMs: number
}

export interface ProbeResult {
  readonly finding: Finding
  /** Milliseconds by which the peer's clock is ahead of this machine's; null where the answer has no date. */
  readonly peerAheadMs: number | null
  /** It took all the time that a probe has. */
  readonly isLate: boolean
}

/** A `Date` header has whole seconds, and the answer was on its way for a part of the time that it took. */
const HALF_SECOND_MS = 500
const MAX_TEXT = 300
const MAX_BODY_BYTES = 8_000_000

export async function sendProbe(section: string, probe: Probe, parts: ProbeParts): Promise<ProbeResult> {
  const startedMs = parts.monotonicMs()
  try {
    const response = await fetch(probe.url, {
      method: probe.body === undefined ? 'GET' : 'POST',
      headers: { 'user-agent': 'optionwire', accept: 'application/json', ...probe.headers },
      ...(probe.body === undefined ? {} : { body: probe.body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(parts.timeoutMs),
    })
    const body = await firstBytes(response, MAX_BODY_BYTES)
    const tookMs = parts.monotonicMs() - startedMs
    const finding = findingOf(section, probe, { response, body, tookMs }, parts)
    return { finding, peerAheadMs: aheadOf(response, tookMs, parts.now()), isLate: false }
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    const reason = isLate
      ? `no answer in ${parts.timeoutMs / 1000} seconds`
      : parts.redact(reasonOf(error)).slice(0, MAX_TEXT)
    return { finding: unreachable(section, probe, `Not reached: ${reason}`), peerAheadMs: null, isLate }
  }
}

/** For an address whose earlier requests timed out. */
export function leftOut(section: string, probe: Probe): ProbeResult {
  const reason = 'Not asked, since this address did not answer other requests'
  return { finding: unreachable(section, probe, reason), peerAheadMs: null, isLate: true }
}

interface Answered {
  readonly response: Response
  readonly body: string
  readonly tookMs: number
}

function findingOf(section: string, probe: Probe, { response, body, tookMs }: Answered, parts: ProbeParts): Finding {
  const { status } = response
  const { name, lacks } = probe
  if (response.ok || probe.alsoFine?.includes(status)) {
    if (response.ok && !isJson(body)) {
      const text = `The answer is not JSON, so it is not from this vendor. ${lacks}`
      return { section, name, state: problemState(probe), text, fix: NOT_THE_VENDOR }
    }
    const problem = probe.problem?.(parsed(body)) ?? null
    if (problem !== null) return { section, name, state: problemState(probe), text: parts.redact(problem), fix: null }
    const facts = [
      probe.facts?.(parsed(body)) ?? null,
      rateLeft(response.headers),
      `answered in ${Math.round(tookMs)} ms`,
    ].filter((fact) => fact !== null)
    return { section, name, state: 'ok', text: parts.redact(`${facts.join('; ')}.`), fix: null }
  }
  const said = parts
    .redact(saidIn(body))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT)
    .replace(/\.+$/, '')
  return {
    section,
    name,
    state: problemState(probe),
    text: `HTTP ${status}${said === '' ? '' : `: ${said}`}. ${lacks}`,
    fix: fixOf(probe, status, response.headers),
  }
}

const NOT_THE_VENDOR =
  'Check the address in the settings, and whether a proxy or the sign-in page of a network answers in its place.'

/** The beginning of an answer that was too large to be read whole counts. */
function isJson(body: string): boolean {
  return parsed(body) !== null || (body.length >= MAX_BODY_BYTES / 4 && /^\s*[[{]/.test(body))
}

/** The sentence of an error where the body has one in one of the usual places; else the body. */
function saidIn(body: string): string {
  const answer = parsed(body)
  const error = fieldOf(answer, 'error')
  const found = [fieldOf(error, 'message'), fieldOf(answer, 'message'), error]
  return found.find((text): text is string => typeof text === 'string') ?? body
}

function fieldOf(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined
}

const problemState = ({ isEssential }: Probe) => (isEssential ? 'failure' : 'warning')

function fixOf(probe: Probe, status: number, headers: Headers): string | null {
  if (status !== 429) return probe.fix(status)
  const seconds = headers.get('retry-after')
  return `The rate limit is used up: wait ${seconds === null ? 'a minute' : `${seconds} seconds`} and stop other programs that use the same keys or address.`
}

/** Header names of Alpaca, Anthropic and OpenAI: no two vendors write them alike. */
const RATE_HEADERS: readonly (readonly [remaining: string, limit: string])[] = [
  ['x-ratelimit-remaining', 'x-ratelimit-limit'],
  ['x-ratelimit-remaining-requests', 'x-ratelimit-limit-requests'],
  ['anthropic-ratelimit-requests-remaining', 'anthropic-ratelimit-requests-limit'],
]

function rateLeft(headers: Headers): string | null {
  for (const [remaining, limit] of RATE_HEADERS) {
    const left = headers.get(remaining)
    const of = headers.get(limit)
    if (left !== null && of !== null) return `${left} of ${of} requests of the rate limit left`
  }
  return null
}

function unreachable(section: string, probe: Probe, reason: string): Finding {
  const { name, lacks } = probe
  return {
    section,
    name,
    state: problemState(probe),
    text: `${reason}. ${lacks}`,
    fix: 'Check the address in the settings, the network, the name servers, the proxy and the firewall of this machine.',
  }
}

function aheadOf({ headers }: Response, tookMs: number, now: Date): number | null {
  const dateMs = Date.parse(headers.get('date') ?? '')
  // An answer out of a cache has the date at which it was made.
  if (Number.isNaN(dateMs) || Number(headers.get('age') ?? 0) > 0) return null
  return dateMs + HALF_SECOND_MS - (now.getTime() - tookMs / 2)
}
