/**
 * The behaviour of the receiver as data: what is sent, and what must come back. A case is plain JSON, so that a runner
 * in any language can play it (`npm run conformance:receiver -- --print` writes them all).
 *
 * In every text `{secret}` is the configured secret, `{provider}` the segment of the path, and `{run}` a word that is
 * new for every run and case, so that a case can be run again against a ledger that remembers.
 */
export interface Case {
  /** `symbol/lower-case`: stable, and unique in the suite. */
  readonly id: string
  readonly title: string
  /** Settings under which the receiver must run; `dry` are its defaults. */
  readonly profile: Profile
  /** What must be scripted behind the receiver for the case to mean anything. */
  readonly needs: readonly ('model' | 'broker')[]
  readonly steps: readonly Step[]
}

/** Orders of whole shares need a last price: the simulated market, at any hour, and an amount above it. */
const LARGE_SIMULATED = { MAX_NOTIONAL_USD: '100000', MARKET_ALWAYS_OPEN: 'true' } as const

/** DRY_RUN, ALLOW_SHORT_SELLING, MAX_NOTIONAL_USD and ALPACA_PAPER where they differ from the defaults. */
export const PROFILES = {
  dry: {},
  live: { DRY_RUN: 'false' },
  live_short: { DRY_RUN: 'false', ALLOW_SHORT_SELLING: 'true' },
  dry_short: { ALLOW_SHORT_SELLING: 'true' },
  odd_cap: { MAX_NOTIONAL_USD: '10.006' },
  paper_off: { DRY_RUN: 'false', ALPACA_PAPER: 'false' },
  paper_off_dry: { ALPACA_PAPER: 'false' },
  bracket: { DRY_RUN: 'false', ORDER_STYLE: 'bracket', ...LARGE_SIMULATED },
  bracket_gtc: { ORDER_STYLE: 'bracket', ORDER_TIME_IN_FORCE: 'gtc', ALLOW_SHORT_SELLING: 'true', ...LARGE_SIMULATED },
  oto: { DRY_RUN: 'false', ORDER_STYLE: 'oto', ...LARGE_SIMULATED },
  bounds: {
    DRY_RUN: 'false',
    ALLOWED_SYMBOLS: 'AAPL,ACCEPT,MSFT',
    DENIED_SYMBOLS: 'MSFT',
    MAX_POSITION_USD: '120',
  },
  tracked: { DRY_RUN: 'false', TRACK_ORDERS: 'true' },
  fallback: { LLM_FALLBACK: 'gpt-5.4-mini', MAX_LLM_TOKENS_PER_DECISION: '1000' },
  approval: { APPROVAL: 'above:150', APPROVERS: 'approver@optionwire.test', MARKET_ALWAYS_OPEN: 'true' },
  oto_target: { ORDER_STYLE: 'oto', ORDER_EXIT: 'target', ...LARGE_SIMULATED },
} as const satisfies Record<string, Readonly<Record<string, string>>>
export type Profile = keyof typeof PROFILES

export type Step =
  | { readonly send: Exchange; readonly expect: Expected }
  /** The same request many times at once; how often each `status` must be answered. */
  | { readonly together: Exchange; readonly times: number; readonly counts: Readonly<Record<string, number>> }
  /** Waits until the entry of the last webhook is no longer queued, and compares it. */
  | { readonly entry: Matched }
  /** Waits until the entry of the last webhook is as expected. */
  | { readonly eventually: Matched }
  /** Waits until the entry of the last webhook is as expected, queued or not. */
  | { readonly waits: Matched }
  /** Compares what the decision on the last webhook was made from; after `entry`. */
  | { readonly evidence: Matched }

export interface Exchange {
  /** Default POST. */
  readonly method?: string
  /** Default `/webhooks/{provider}/trade-ideas`. */
  readonly path?: string
  /** Raw, without the question mark. */
  readonly query?: string
  /** Where the secret goes, besides what `headers` and `query` hold. Default header. */
  readonly secret?: 'header' | 'none'
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Default `application/json`; null sends none. */
  readonly contentType?: string | null
  readonly body?: Body
  /** Without Content-Length. */
  readonly chunked?: boolean
}

export type Body =
  /** The sample payload with changes. `raw` holds JSON tokens as they stand, for what JSON.stringify would mend. */
  | {
      readonly payload?: Readonly<Record<string, unknown>>
      readonly without?: readonly string[]
      readonly raw?: Readonly<Record<string, string>>
      /** Whole bytes of the body: filled up with white space behind it. */
      readonly padTo?: number
      /** Begins with the UTF-8 byte-order mark. */
      readonly bom?: boolean
    }
  | { readonly text: string }
  /** `text`, then `of` repeated, then `end`. */
  | { readonly text: string; readonly of: string; readonly times: number; readonly end: string }
  | { readonly base64: string }

/** What an answer must hold; a list of texts must all be there. */
export interface Expected {
  readonly status: number
  readonly body?: Matched
  /** The body and nothing more. */
  readonly exactly?: unknown
  /** Words that `detail` must hold. */
  readonly detail?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  /** The answer's fingerprint is the SHA-256 of this text. */
  readonly fingerprintOf?: string
  /** Texts that the answer must not repeat; the secret is always one. */
  readonly never?: readonly string[]
}

/** Part of a JSON value. `{ "$has": text }` is a text or list that holds it, `{ "$is": pattern }` a text that matches. */
export type Matched = unknown

/** What is sent when a case says nothing else. */
export const SAMPLE = {
  alert_name: 'conformance {run}',
  source: 'trade_idea',
  symbol: 'AAPL',
  direction: 'bullish',
  strategy: 'Long Call',
  entry_price: 100,
  target_price: 110,
  stop_price: 95,
  triggered_at: '2026-11-20T15:00:00Z',
} as const

/** The bearish counterpart. */
export const BEARISH = { direction: 'bearish', strategy: 'Long Put', target_price: 90, stop_price: 105 } as const

export const QUEUED = { status: 200, body: { status: 'queued' } } as const
export const DUPLICATE = { status: 200, body: { status: 'duplicate' } } as const

/** 422 whose detail names the field. */
export function refusing(...fields: readonly string[]): Expected {
  return { status: 422, detail: fields }
}

type Row = readonly [name: string, send: Exchange, expect: Expected, title?: string]

/** Cases of one exchange each. */
export function exchanges(group: string, rows: readonly Row[]): Case[] {
  return rows.map(([name, send, expect, title]) =>
    aCase(group, name, title ?? name.replaceAll('-', ' '), [{ send, expect }]),
  )
}

export function aCase(
  group: string,
  name: string,
  title: string,
  steps: readonly Step[],
  { profile = 'dry', needs = [] }: Partial<Pick<Case, 'profile' | 'needs'>> = {},
): Case {
  return { id: `${group}/${name}`, title, profile, needs, steps }
}
