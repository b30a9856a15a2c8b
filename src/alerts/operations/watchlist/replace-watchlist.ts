import { z } from 'zod'
import { UnderlyingSymbol } from '../../../market/contract/underlying-symbol.ts'
import {
  callingAccount,
  NOTIFICATION_CALLERS,
  NOTIFICATION_SURFACES,
} from '../../../notifications/operations/access.ts'
import { MAX_WATCHED, WatchlistSymbols } from '../../contract/watchlist.ts'
import { defineOperation } from '../context.ts'
import { listedSymbols } from '../listed-symbols.ts'

export const replaceWatchlist = defineOperation({
  name: 'replace_watchlist',
  title: 'Replace the watchlist',
  description:
    'Replaces the symbols for which the account is notified of whale trades and unusual activity. Unknown symbols are rejected; duplicates are ignored.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'PUT', path: '/watchlist' },
  input: z.strictObject({ symbols: z.array(UnderlyingSymbol).max(MAX_WATCHED).describe('Symbols, at most 200.') }),
  output: WatchlistSymbols,
  example: { symbols: ['SPY', 'NVDA'] },
  async run({ symbols }, context) {
    const { store, market } = context
    const { id } = callingAccount(context)
    const unique = [...new Set(await listedSymbols(market, { symbols, path: 'symbols' }))]
    await store.transaction(({ watchlists }) => watchlists.put(id, unique))
    return { symbols: unique }
  },
})
