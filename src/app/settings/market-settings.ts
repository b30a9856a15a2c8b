/** Parsers of settings of the market. */
import { z } from 'zod'
import { text } from '../../lib/setting-readers.ts'
import { ratesIn } from '../../market/domain/interest-rates.ts'
import { feedsIn } from '../../market/sources/alpaca/feeds.ts'

/** Feeds of the Alpaca account. */
export const feeds = text.transform((names, context) => {
  const found = feedsIn(names)
  if (found) return found
  context.addIssue('must be one of sip, iex, delayed_sip, one of opra, indicative, or both separated by a comma')
  return z.NEVER
})

/** Rates by maturity. */
export const interestRates = text.transform((curve, context) => {
  const rates = ratesIn(curve)
  if (rates) return rates
  context.addIssue('must be maturities with percent, such as 1m:4.1,3m:4.0,1y:3.8')
  return z.NEVER
})
