/**
 * Fetches the three documents of a symbol, conditionally, one at a time. An unchanged document, by its validators or
 * timestamp, returns the previous object.
 */
import type { DailyBar } from '../../domain/stocks/bar.ts'
import { KeptAnswers } from '../kept-answers.ts'
import type { HealthLog } from '../source-health.ts'
import type { Validators, VendorAnswer } from '../vendor-answer.ts'
import type { VendorClient, VendorClock } from '../vendor-client.ts'
import { VendorFailure } from '../vendor-failure.ts'
import { type ParsedChain, parseChain } from './parse-chain.ts'
import { parseHistory } from './parse-history.ts'
import { type ParsedQuote, parseQuote } from './parse-quote.ts'
import { isDue } from './schedule.ts'
import { spellingsOf } from './spellings.ts'

export interface Documents {
  readonly chains: KeptAnswers<Kept<ParsedChain>>
  readonly quotes: KeptAnswers<Kept<ParsedQuote>>
  readonly histories: KeptAnswers<Kept<{ readonly bars: readonly DailyBar[] }>>
}

export interface Kept<Parsed> {
  readonly parsed: Parsed
  readonly validators: Validators
}

export interface DocumentParts {
  readonly client: VendorClient
  readonly clock: VendorClock
  readonly health: HealthLog
}

/** Minimum interval between requests for a document while its data change. */
const EVERY_MS = { chain: 60_000, quote: 15_000, history: 3_600_000 } as const
/** A chain takes 2 to 4 MB, a history 300 kB. */
export const LIMIT = { chain: 64, quote: 1_000, history: 64 } as const
/** Since an answer of so long ago, a refusal can mean all documents. */
const WELCOME_MS = 15 * 60_000
const NOTHING: Validators = { etag: undefined, lastModified: undefined }

export function documents(parts: DocumentParts): Documents {
  const { clock, health } = parts
  const spellings = new Map<string, string>()
  const fetching = { ...parts, spellings }
  const { nowMs, random, patience, deadline } = clock
  const common = { nowMs, random, patience, deadline, health }
  return {
    chains: new KeptAnswers({
      ...common,
      kind: 'chain',
      limit: LIMIT.chain,
      isDue: ({ parsed }, checkedAtMs, nowMs) => isDue(checkedAtMs, nowMs, EVERY_MS.chain, parsed.chain.symbol),
      async ask(symbol, before) {
        const fresh = await fetched(fetching, 'options', symbol, before, (body) => {
          const parsed = parseChain(body, symbol, clock.nowMs())
          health.refused(parsed.refusedRows)
          return parsed
        })
        return fresh.parsed.timestamp === before?.parsed.timestamp ? before : fresh
      },
    }),
    quotes: new KeptAnswers({
      ...common,
      kind: 'quote',
      limit: LIMIT.quote,
      isDue: (_value, checkedAtMs, nowMs) => isDue(checkedAtMs, nowMs, EVERY_MS.quote),
      async ask(symbol, before) {
        const fresh = await fetched(fetching, 'quotes', symbol, before, (body) =>
          parseQuote(body, symbol, clock.nowMs()),
        )
        return fresh.parsed.timestamp === before?.parsed.timestamp ? before : fresh
      },
    }),
    histories: new KeptAnswers({
      ...common,
      kind: 'history',
      limit: LIMIT.history,
      isDue: (_value, checkedAtMs, nowMs) => isDue(checkedAtMs, nowMs, EVERY_MS.history),
      ask: (symbol, before) =>
        fetched(fetching, 'charts/historical', symbol, before, (body) => {
          const { bars, refusedRows } = parseHistory(body)
          health.refused(refusedRows)
          return { bars }
        }),
    }),
  }
}

interface Fetching extends DocumentParts {
  /** The way of writing a symbol that the vendor was found to know. */
  readonly spellings: Map<string, string>
}

async function fetched<Parsed>(
  fetching: Fetching,
  document: string,
  symbol: string,
  before: Kept<Parsed> | undefined,
  parse: (body: unknown) => Parsed,
): Promise<Kept<Parsed>> {
  const answer = await askedInAnySpelling(fetching, document, symbol, before?.validators).catch((error: unknown) => {
    throw before === undefined && isMissing(error, fetching) ? noData(symbol) : error
  })
  if (answer.type === 'fresh') return { parsed: parse(answer.body), validators: answer.validators }
  if (before) return before
  throw new VendorFailure('changed_shape', 'Cboe answered "not modified" for data that it never sent.')
}

/**
 * Cboe answers 403 both for a missing document and when it blocks us; recent successful answers distinguish the two.
 */
function isMissing(error: unknown, { health, clock }: Fetching): boolean {
  if (!(error instanceof VendorFailure) || error.fault !== 'forbidden') return false
  return clock.nowMs() - health.read().lastGoodMs < WELCOME_MS
}

function noData(symbol: string): VendorFailure {
  return new VendorFailure('not_found', `Cboe has no data of ${symbol}.`)
}

async function askedInAnySpelling(
  { client, spellings }: Fetching,
  document: string,
  symbol: string,
  validators: Validators = NOTHING,
): Promise<VendorAnswer> {
  const known = spellings.get(symbol)
  const candidates = known === undefined ? spellingsOf(symbol) : [known]
  let refusal: unknown
  for (const spelling of candidates) {
    try {
      const answer = await client.ask({ path: `/${document}/${encodeURIComponent(spelling)}.json`, validators })
      spellings.set(symbol, spelling)
      return answer
    } catch (error) {
      // 403 is also the answer for a missing document.
      if (!(error instanceof VendorFailure) || !['not_found', 'forbidden'].includes(error.fault)) throw error
      refusal ??= error
    }
  }
  throw refusal
}
