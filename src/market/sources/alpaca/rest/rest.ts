/** Alpaca over HTTP: two hosts, one pair of keys, and answers in pages that are followed to the end. */
import type { ZodType } from 'zod'
import type { HealthLog } from '../../source-health.ts'
import { takenBy } from '../../vendor-answer.ts'
import { type Question, type VendorClient, type VendorClock, vendorClient } from '../../vendor-client.ts'
import { VendorFailure } from '../../vendor-failure.ts'
import { type Account, accountOfKey, dataRefusal, hostOf, TRADING_URLS, tradingRefusal } from '../account.ts'

export const VENDOR = 'Alpaca'

export interface AlpacaAccess {
  /** Market data; Alpaca's own address where left out. */
  readonly dataUrl?: string | undefined
  /** Contracts and calendar lie with the trading interface; the host of the account where left out. */
  readonly tradingUrl?: string | undefined
  /** By default the kind that the prefix of the key shows; paper for any other key. */
  readonly account?: Account | undefined
  readonly keyId: string
  readonly secret: string
  /** Of market data: 200 for free accounts, 10,000 for paid ones. Where left out, what the vendor answers counts. */
  readonly requestsPerMinute?: number | undefined
  readonly timeoutMs?: number | undefined
}

export interface AlpacaRest {
  readonly data: VendorClient
  readonly trading: VendorClient
  readonly clock: VendorClock
  readonly health: HealthLog
  close(): Promise<void>
}

const FREE_REQUESTS = 200
const DATA_URL = 'https://data.alpaca.markets'
/** More pages than the largest answer has, so that reading ends even if the vendor sends pages without end. */
const MAX_PAGES = 2_000
/** A page without rows can have others behind it. So many in a row have none. */
const MAX_EMPTY_PAGES = 50
/** Clocks differ by less. A time in a stream that is further ahead is wrong. */
export const MAX_AHEAD_MS = 60_000

/** The hosts and the kind of account of these keys. */
export function accessOf({ dataUrl = DATA_URL, tradingUrl, account, keyId }: AlpacaAccess) {
  const kind = account ?? accountOfKey(keyId) ?? 'paper'
  return { dataUrl, tradingUrl: tradingUrl ?? TRADING_URLS[kind], account: kind }
}

export function alpacaRest(access: AlpacaAccess, clock: VendorClock, health: HealthLog): AlpacaRest {
  const { keyId, requestsPerMinute, timeoutMs } = access
  const { dataUrl, tradingUrl, account } = accessOf(access)
  const common = {
    vendor: VENDOR,
    secretHeaders: { 'apca-api-key-id': keyId, 'apca-api-secret-key': access.secret },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    clock,
  }
  const data = vendorClient({
    ...common,
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute, parallel: parallelOf(requestsPerMinute) }),
    baseUrl: dataUrl,
    refusal: (fault) => dataRefusal(hostOf(dataUrl), fault, keyId),
  })
  const trading = vendorClient({
    ...common,
    baseUrl: tradingUrl,
    refusal: () => tradingRefusal(hostOf(tradingUrl), account, keyId),
  })
  return {
    data,
    trading,
    clock,
    health,
    async close() {
      await data.close()
      await trading.close()
    },
  }
}

/** A paid account may ask fifty times as much. */
function parallelOf(requestsPerMinute: number): number {
  return requestsPerMinute > FREE_REQUESTS ? 12 : 4
}

export interface Page {
  readonly next_page_token?: string | null | undefined
}

export interface Paging {
  readonly token?: string | undefined
  /** Ends after so many pages, with the token of the next. */
  readonly mostPages?: number
}

/** Calls back for each page until it says false; returns the token of the first page that was not requested, undefined at the end. */
export async function eachPage<P extends Page>(
  client: VendorClient,
  question: Question,
  schema: ZodType<P>,
  onPage: (page: P) => unknown,
  { token, mostPages = MAX_PAGES }: Paging = {},
): Promise<string | undefined> {
  let next = token
  const most = Math.min(mostPages, MAX_PAGES)
  const requireProgress = progressOf()
  for (let count = 0; count < most; count++) {
    const page = await one(client, { ...question, query: { ...question.query, page_token: next } }, schema)
    if (onPage(page) === false) return undefined
    next = page.next_page_token || undefined
    if (next === undefined) return undefined
    requireProgress(page, next)
  }
  if (most === MAX_PAGES) throw new VendorFailure('too_large', `An answer of ${VENDOR} has too many pages.`)
  return next
}

/** Throws where pages lead nowhere. */
function progressOf(): (page: Page, next: string) => void {
  const seen = new Set<string>()
  let empty = 0
  return (page, next) => {
    empty = isEmpty(page) ? empty + 1 : 0
    const fault = seen.has(next) ? 'the same page' : empty === MAX_EMPTY_PAGES ? 'empty pages' : null
    if (fault) throw new VendorFailure('changed_shape', `${VENDOR} sends ${fault} again and again.`)
    seen.add(next)
  }
}

function isEmpty({ next_page_token: _token, ...rows }: Page): boolean {
  return Object.values(rows).every(
    (of) => of === null || of === undefined || (typeof of === 'object' && Object.values(of).flat().length === 0),
  )
}

export async function one<T>(client: VendorClient, question: Question, schema: ZodType<T>): Promise<T> {
  const answer = await client.ask(question)
  if (answer.type === 'unchanged') throw new VendorFailure('changed_shape', `${VENDOR} sends no data.`)
  return takenBy(schema, answer.body, VENDOR)
}

/** Rows that cannot be read are left out and counted; more of them than of the others, and the form has changed. */
export class RowReader<T> {
  readonly #schema: ZodType<T>
  taken = 0
  refused = 0

  constructor(schema: ZodType<T>) {
    this.#schema = schema
  }

  read(row: unknown): T | null {
    const read = this.#schema.safeParse(row)
    if (read.success) this.taken++
    else this.refused++
    return read.success ? read.data : null
  }

  finish(health: HealthLog, what: string): void {
    health.refused(this.refused)
    if (this.refused <= this.taken) return
    throw new VendorFailure(
      'changed_shape',
      `${VENDOR} answers in another form than it used to: its ${what} cannot be read.`,
    )
  }
}

/** Milliseconds of an instant with nanoseconds, cut off, so that nothing seems to happen later than it did. */
export function msOf(instant: string): number {
  return Date.parse(instant.replace(/(\.\d{3})\d+/, '$1'))
}

/**
 * Milliseconds with their fraction, to a quarter of a microsecond, which is what a number holds: two instants that are
 * closer than that count as one.
 */
export function exactMsOf(instant: string): number {
  const fraction = /\.\d+/.exec(instant)
  if (!fraction) return Date.parse(instant)
  const [digits] = fraction
  const second = instant.slice(0, fraction.index) + instant.slice(fraction.index + digits.length)
  return Date.parse(second) + Number(digits) * 1000
}

/** The same text for the same nanosecond, however many of its zeros are written. */
export function instantKey(instant: string): string {
  const fraction = /\.(\d+)/.exec(instant)?.[1] ?? ''
  return `${Math.floor(Date.parse(instant) / 1000)}.${fraction.replace(/0+$/, '')}`
}
