import { Agent, type IncomingMessage, request } from 'node:http'

const REQUESTS_A_SECOND = 5
const WARM_ROUND_MS = 1_000
const SLOWEST = 5
const PAGES = [
  '/',
  '/api/v1/stocks/SPY/quote',
  '/api/v1/stocks/SPY/gamma_exposure',
  '/api/v1/stocks/QQQ/iv_term_structure',
  '/api/v1/flow?limit=20',
  '/api/v1/flow/net?symbol=SPY',
  '/api/v1/stocks/AAPL/trade_context',
  '/api/v1/notifications/unread_count',
  '/api/v1/watchlist',
  '/health',
]

export interface UserMinute {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** Requests that got no answer, or one that is no success: `path status`. */
  readonly errors: readonly string[]
  /** The pages that took longest, with their longest time. */
  readonly slowest: Readonly<Record<string, number>>
}

interface Answered {
  readonly path: string
  readonly ms: number
}

/** A signed-in user who asks five times a second, whether or not the answers before have come. */
export interface SteadyUser extends Disposable {
  /** Figures since the last call, and of all calls together. */
  take(): UserMinute
  total(): UserMinute
}

export async function steadyUser(url: string, account: { email: string; password: string }): Promise<SteadyUser> {
  const agent = new Agent({ keepAlive: true })
  const origin = new URL(url).origin
  const entered = await fetch(`${url}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(account),
  })
  if (entered.status !== 200) throw new Error(`the user cannot sign in: ${entered.status} ${await entered.text()}`)
  const headers = { cookie: entered.headers.getSetCookie()[0]?.split(';')[0] ?? '', 'accept-encoding': 'gzip' }
  await warmUp(url, headers)
  const all: Answered[] = []
  const allErrors: string[] = []
  let times: Answered[] = []
  let errors: string[] = []
  const record = (startMs: number, path: string, outcome: string | number) => {
    const ms = performance.now() - startMs
    times.push({ path, ms })
    all.push({ path, ms })
    if (outcome === 200) return
    errors.push(`${path} ${outcome}`)
    allErrors.push(`${path} ${outcome}`)
  }
  let index = 0
  const timer = setInterval(() => {
    const path = PAGES[index++ % PAGES.length] ?? '/'
    const startMs = performance.now()
    const sent = request(url + path, { agent, headers }, (answer: IncomingMessage) => {
      answer.resume()
      answer.once('end', () => record(startMs, path, answer.statusCode ?? 0))
      answer.once('error', (error) => record(startMs, path, error.message))
    })
    sent.once('error', (error) => record(startMs, path, error.message))
    sent.end()
  }, 1_000 / REQUESTS_A_SECOND)

  return {
    take() {
      const figures = figuresOf(times, errors)
      times = []
      errors = []
      return figures
    },
    total: () => figuresOf(all, allErrors),
    [Symbol.dispose]() {
      clearInterval(timer)
      agent.destroy()
    },
  }
}

/** Asks for all pages until they come quickly: what a service does in its first minute is not what this measures. */
async function warmUp(url: string, headers: Record<string, string>): Promise<void> {
  for (;;) {
    const startMs = performance.now()
    for (const path of PAGES) await (await fetch(url + path, { headers })).arrayBuffer()
    if (performance.now() - startMs < WARM_ROUND_MS) return
  }
}

function figuresOf(answered: readonly Answered[], errors: readonly string[]): UserMinute {
  const sorted = answered.toSorted((a, b) => a.ms - b.ms)
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.ms ?? 0)
  // Later entries of a page replace earlier ones, and are longer.
  const longest = Object.entries(Object.fromEntries(sorted.map(({ path, ms }) => [path, Math.round(ms)])))
  const slowest = Object.fromEntries(longest.sort(([, a], [, b]) => b - a).slice(0, SLOWEST))
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1), errors: [...errors], slowest }
}
