import { z } from 'zod'
import { invalid } from '../../domain/errors.ts'
import { UnderlyingSymbol } from '../../domain/market/symbol.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../notifications/access.ts'
import { defineOperation } from '../operation.ts'
import { WatchlistAnswer } from './show-watchlist.ts'

const MOST_SYMBOLS = 200

export const replaceWatchlist = defineOperation({
  name: 'replace_watchlist',
  title: 'Replace the watchlist',
  description:
    'Sets the symbols whose whale trades and unusual activity the account is told of, in place of those before. An unknown symbol is refused; naming one twice is the same as once.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'PUT', path: '/watchlist' },
  input: z.strictObject({ symbols: z.array(UnderlyingSymbol).max(MOST_SYMBOLS).describe('Symbols, at most 200.') }),
  output: WatchlistAnswer,
  example: { symbols: ['SPY', 'NVDA'] },
  async run({ symbols }, context) {
    const { store, market } = context
    const { id } = callingAccount(context)
    const unique = [...new Set(symbols)]
    const listed = new Set((await market.listings()).map(({ symbol }) => symbol))
    const unknown = symbols.flatMap((symbol, index) => (listed.has(symbol) ? [] : [`symbols.${index}`]))
    if (unknown.length > 0)
      throw invalid(unknown.map((path) => ({ path, message: 'is not a symbol of GET /api/v1/stocks' })))
    await store.transaction(({ watchlists }) => watchlists.put(id, unique))
    return { symbols: unique }
  },
})
