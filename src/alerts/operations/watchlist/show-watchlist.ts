import { z } from 'zod'
import { stockQuote } from '../../../analytics/domain/stock-quote.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import { roundToSixDigits } from '../../../lib/math/six-digits.ts'
import { envelope } from '../../../market/operations/envelope.ts'
import { SymbolFailures } from '../../../market/operations/symbol-failures.ts'
import {
  callingAccount,
  NOTIFICATION_CALLERS,
  NOTIFICATION_SURFACES,
} from '../../../notifications/operations/access.ts'
import { WatchlistAnswer, type WatchlistRow } from '../../contract/watchlist.ts'
import type { AlertContext } from '../context.ts'
import { defineOperation } from '../context.ts'
import type { SymbolFigures } from './watchlist-figures.ts'

export const showWatchlist = defineOperation({
  name: 'show_watchlist',
  title: 'Watchlist',
  description: 'Symbols for which the account is notified of whale trades and unusual activity.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: [...NOTIFICATION_SURFACES, 'mcp'],
  // A model asks for the figures of the symbols that matter with the tools that have them.
  tool: { withheld: ['figures'], hidden: Object.keys(WatchlistAnswer.omit({ symbols: true }).shape) },
  route: { method: 'GET', path: '/watchlist' },
  input: z.strictObject({
    figures: z
      .enum(['all', 'available'])
      .optional()
      .describe(
        'Also thresholds, prices and option figures of each symbol, the latter at most five minutes old. available answers at once, with the symbols whose figures are still being computed in pending.',
      ),
  }),
  output: WatchlistAnswer,
  example: {},
  async run({ figures }, context) {
    const { id } = callingAccount(context)
    const symbols = await context.store.watchlists.of(id)
    if (figures === undefined) return { symbols }
    const { all, own } = await context.store.watchlists.bounds(id)
    return { symbols, thresholds: all, symbol_thresholds: [...own], ...(await rowsOf(symbols, figures, context)) }
  },
})

async function rowsOf(symbols: readonly string[], figures: 'all' | 'available', context: AlertContext) {
  const view = await context.viewAt()
  const known =
    figures === 'all'
      ? await context.watchlistFigures.all(symbols, context)
      : context.watchlistFigures.available(symbols, context)
  const names = new Map((await context.market.listings()).map(({ symbol, name }) => [symbol, name]))
  const failures = new SymbolFailures()
  const data: WatchlistRow[] = []
  for (const symbol of symbols) {
    const quote = await failures.nullIfLacking(symbol, view.quote(symbol))
    data.push({
      symbol,
      name: names.get(symbol) ?? null,
      ...priced(quote ? stockQuote(quote) : null, known.get(symbol)),
    })
  }
  roundToSixDigits(data)
  const warnings = [...failures.warnings, ...[...known.values()].flatMap((it) => it.warnings)]
  return {
    ...envelope(view, { ...(await view.moment()), warnings: [...new Set(warnings)] }),
    data,
    pending: symbols.filter((symbol) => !known.has(symbol)),
  }
}

type Figures = Omit<WatchlistRow, 'symbol' | 'name'>

function priced(quote: ReturnType<typeof stockQuote> | null, figures: SymbolFigures | undefined): Figures {
  const price = quote?.price ?? null
  const flip = figures?.gammaFlip ?? Number.NaN
  const at = figures?.chainAtMs ?? null
  return {
    price,
    change_pct: quote?.change_pct ?? null,
    iv_rank: orNull(figures?.ivRank ?? Number.NaN),
    net_gex: orNull(figures?.netGex ?? Number.NaN),
    gamma_flip: orNull(flip),
    flip_distance_pct: price === null ? null : orNull(100 * (price / flip - 1)),
    net_premium: orNull(figures?.netPremium ?? Number.NaN),
    closes: [...(figures?.closes ?? [])],
    figures_as_of: at === null ? null : new Date(at).toISOString(),
  }
}
