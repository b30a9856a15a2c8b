import { setTimeout as wait } from 'node:timers/promises'
import { addAccount } from '../add-account.ts'
import type { Watched } from '../attack/watched-service.ts'
import { type FeedClient, feedClient } from '../notifications/feed-client.ts'
import { ideaSender } from '../scale/idea-sender.ts'
import { SECRET_SETTINGS } from '../service.ts'
import type { SessionClock } from './session-clock.ts'

const EMAIL = 'ada@optionwire.test'
const BELLS = 5
const QUESTION_EVERY_MS = 1_000
const IDEA_EVERY_MS = 3_000
const SYMBOLS = ['AAPL', 'MSFT', 'NVDA', 'TSLA', 'AMD', 'META']
const PAGES = [
  'stocks/SPY/quote',
  'stocks/QQQ/gamma_exposure',
  'flow?limit=20',
  'flow/net?symbol=SPY',
  'market_overview',
  'unusual_activity',
  'stocks/AAPL/options?dte_max=7',
  'notifications?limit=20',
]
const TOOLS = [
  { name: 'stock_quote', arguments: { symbol: 'TSLA' } },
  { name: 'options_flow', arguments: { symbol: 'NVDA' } },
  { name: 'trade_context', arguments: { symbol: 'IWM' } },
]

/** What users and a sender of ideas do all session. */
export interface SoakLoad extends AsyncDisposable {
  readonly bells: readonly FeedClient[]
  /** Answers that were no success: `path status`. */
  readonly refused: readonly string[]
  readonly answered: () => number
  /** Fingerprints of ideas that the service has acknowledged. */
  readonly acknowledged: readonly string[]
  get(path: string): Promise<{ status: number; text: string }>
  /** The status of every entry of the ledger, by its fingerprint, and the error of one that failed. */
  ledger(): Promise<ReadonlyMap<string, string>>
  /** Ends the questions and ideas; the sockets stay. */
  end(): Promise<void>
}

/** One account that watches all symbols, with some bells, a question a second and an idea every third. */
export async function soakLoad({ service }: Watched, clock: SessionClock): Promise<SoakLoad> {
  const { url } = service
  const store = service.environment['DATABASE_PATH'] ?? ''
  const token = await addAccount(store, { email: EMAIL, password: 'correct horse battery' })
  service.guard(token)
  const key = { 'x-user-email': EMAIL, 'x-user-token': token }
  const refused: string[] = []
  let answered = 0
  const call = async (path: string, method = 'GET', body?: object) => {
    const headers = { ...key, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    if (answer.ok) answered++
    else refused.push(`${path} ${answer.status}`)
    return { status: answer.status, text }
  }
  const listed: { data: { symbol: string }[] } = JSON.parse((await call('/api/v1/stocks')).text)
  const symbols = listed.data.map(({ symbol }) => symbol)
  await call('/api/v1/watchlist', 'PUT', { symbols })
  const bells = await Promise.all(Array.from({ length: BELLS }, () => feedClient(`${url}/ws/notifications`, key)))
  const ideas = ideaSender(service)
  const over = new AbortController()
  const asking = steadily(QUESTION_EVERY_MS, over.signal, async (index) => {
    const page = PAGES[index % PAGES.length] ?? ''
    const params = TOOLS[index % TOOLS.length] ?? {}
    if (index % 4 === 3) await call('/mcp', 'POST', { jsonrpc: '2.0', id: index, method: 'tools/call', params })
    else await call(`/api/v1/${page}`)
  })
  const sending = steadily(IDEA_EVERY_MS, over.signal, (index) => {
    const symbol = SYMBOLS[index % SYMBOLS.length]
    return ideas.send(`idea ${index}`, { symbol, triggered_at: clock.now().toISOString() })
  })
  const end = async () => {
    over.abort()
    await Promise.all([asking, sending])
  }
  return {
    bells,
    refused,
    answered: () => answered,
    acknowledged: ideas.acknowledged,
    get: (path) => call(path),
    ledger: () => ledgerOf(url),
    end,
    async [Symbol.asyncDispose]() {
      await end()
      for (const bell of bells) await bell[Symbol.asyncDispose]()
    },
  }
}

async function ledgerOf(url: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const headers = { 'x-bot-secret': SECRET_SETTINGS.WEBHOOK_SECRET }
  let cursor = ''
  do {
    const answer = await fetch(`${url}/webhooks/optionomics-neutral/ledger?limit=100${cursor}`, { headers })
    const page: { data: { fingerprint: string; status: string; error: string | null }[]; next_cursor: string | null } =
      JSON.parse(await answer.text())
    for (const { fingerprint, status, error } of page.data) found.set(fingerprint, error ?? status)
    cursor = page.next_cursor === null ? '' : `&cursor=${encodeURIComponent(page.next_cursor)}`
  } while (cursor !== '')
  return found
}

/** One after the other: a service that is slow gets no more at once, and none of those that it has missed. */
async function steadily(everyMs: number, signal: AbortSignal, work: (index: number) => Promise<unknown>) {
  try {
    for (let index = 0; ; index++) {
      await wait(everyMs, undefined, { signal })
      await work(index)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
