/** Which of the vendor's feeds an answer is from: what they hold differs, so every answer that uses one names it. */

import type { SourceCapabilities } from '../../domain/source.ts'
import { alpacaDefinition } from './definition.ts'

export const STOCK_FEEDS = ['sip', 'iex', 'delayed_sip'] as const
export const OPTION_FEEDS = ['opra', 'indicative'] as const

export interface Feeds {
  readonly stocks: (typeof STOCK_FEEDS)[number]
  readonly options: (typeof OPTION_FEEDS)[number]
}

/** Of an account with these feeds: the free one of options changes its quotes, so none is taken for a print. */
export function capabilitiesWith({ options }: Feeds): SourceCapabilities {
  return { ...alpacaDefinition.capabilities, hasQuotesAtPrints: options === 'opra' }
}

const STOCKS: Readonly<Record<Feeds['stocks'], string>> = {
  sip: 'Stock prices are from the feed sip of Alpaca: all exchanges.',
  iex: 'Stock prices are from the feed iex of Alpaca: the trades and volumes of one exchange.',
  delayed_sip: 'Stock prices are from the feed delayed_sip of Alpaca: all exchanges, 15 minutes late.',
}

const OPTIONS: Readonly<Record<Feeds['options'], string>> = {
  opra: 'Option quotes and trades are from the feed opra of Alpaca: all exchanges.',
  indicative:
    'Option quotes and trades are from the feed indicative of Alpaca: derived quotes, trades 15 minutes late.',
}

/** Accounts without a subscription may see the tape of all exchanges when it is this old. */
export const OPEN_SIP_MS = 16 * 60_000

export function stockFeedSentence({ stocks }: Feeds): string {
  return STOCKS[stocks]
}

export function optionFeedSentence({ options }: Feeds): string {
  return OPTIONS[options]
}

/** Of the past every account may see the tape of all exchanges; of the last minutes only one that pays for it. */
export function pastSipSentence({ stocks }: Feeds): string {
  return stocks === 'sip'
    ? 'Stock trades are from the feed sip of Alpaca: all exchanges.'
    : 'Stock trades are from the feed sip of Alpaca: all exchanges, up to 16 minutes ago.'
}

/** `sip`, `iex`, `opra`, `indicative`, or one of each with a comma; null for anything else. */
export function feedsIn(text: string): Feeds | null {
  const names = text
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const stocks = STOCK_FEEDS.filter((feed) => names.includes(feed))
  const options = OPTION_FEEDS.filter((feed) => names.includes(feed))
  if (stocks.length > 1 || options.length > 1 || stocks.length + options.length !== names.length) return null
  const paid = stocks[0] === 'sip' || options[0] === 'opra'
  return { stocks: stocks[0] ?? (paid ? 'sip' : 'iex'), options: options[0] ?? (paid ? 'opra' : 'indicative') }
}
