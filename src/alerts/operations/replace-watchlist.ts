import { z } from 'zod'
import { invalid } from '../../lib/errors.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../notifications/operations/access.ts'
import { defineOperation } from './context.ts'
import { WatchlistAnswer } from './show-watchlist.ts'

const MAX_SYMBOLS = 200

export const replaceWatchlist = defineOperation({
  name: 'replace_watchlist',
  title: 'Replace the watchlist',
  description:
    'Replaces the symbols for which the account is notified of whale trades and unusual activity. Unknown symbols are rejected; duplicates are ignored.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'PUT', path: '/watchlist' },
  input: z.strictObject({ symbols: z.array(UnderlyingSymbol).max(MAX_SYMBOLS).describe('Symbols, at most 200.') }),
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
