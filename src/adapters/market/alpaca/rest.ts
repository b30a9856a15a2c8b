/** Alpaca over HTTP: two hosts, one pair of keys, and answers in pages that are followed to the end. */
import type { ZodType } from 'zod'
import type { HealthLog } from '../source-health.ts'
import { takenBy } from '../vendor-answer.ts'
import { type Question, type VendorClient, type VendorClock, vendorClient } from '../vendor-client.ts'
import { VendorFailure } from '../vendor-failure.ts'

export const VENDOR = 'Alpaca'

export interface AlpacaAccess {
  /** Market data; Alpaca's own address where left out. */
  readonly dataUrl?: string | undefined
  /** Contracts and calendar lie with the trading interface; the paper endpoint where left out. */
  readonly tradingUrl?: string | undefined
  readonly keyId: string
  readonly secret: string
  /** 200 for free accounts. */
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

const DATA_URL = 'https://data.alpaca.markets'
const TRADING_URL = 'https://paper-api.alpaca.markets'
/** More pages than the largest answer has: a vendor that never ends its pages is not followed for ever. */
const MOST_PAGES = 2_000
/** Clocks differ by less: what a stream tells of further ahead has no time that could be believed. */
export const MOST_AHEAD_MS = 60_000

export function alpacaRest(access: AlpacaAccess, clock: VendorClock, health: HealthLog): AlpacaRest {
  const { dataUrl = DATA_URL, tradingUrl = TRADING_URL, requestsPerMinute = 190, timeoutMs } = access
  const common = {
    vendor: VENDOR,
    secretHeaders: { 'apca-api-key-id': access.keyId, 'apca-api-secret-key': access.secret },
    requestsPerMinute,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    clock,
  }
  const data = vendorClient({ ...common, baseUrl: dataUrl })
  const trading = vendorClient({ ...common, baseUrl: tradingUrl })
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

export interface Page {
  readonly next_page_token?: string | null | undefined
}

export interface Paging {
  readonly token?: string | undefined
  /** Ends after so many pages, with the token of the next. */
  readonly mostPages?: number
}

/** Calls back for each page until it says false; gives the token of the page that was not asked for any more, undefined at the end. */
export async function eachPage<P extends Page>(
  client: VendorClient,
  question: Question,
  schema: ZodType<P>,
  onPage: (page: P) => unknown,
  { token, mostPages = MOST_PAGES }: Paging = {},
): Promise<string | undefined> {
  let next = token
  const seen = new Set<string>()
  const most = Math.min(mostPages, MOST_PAGES)
  for (let count = 0; count < most; count++) {
    const page = await one(client, { ...question, query: { ...question.query, page_token: next } }, schema)
    if (onPage(page) === false) return undefined
    next = page.next_page_token ?? undefined
    if (next === undefined || next === '') return undefined
    if (seen.has(next)) throw new VendorFailure('changed_shape', `${VENDOR} sends the same page again and again.`)
    seen.add(next)
  }
  if (most === MOST_PAGES) throw new VendorFailure('too_large', `An answer of ${VENDOR} has too many pages.`)
  return next
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
