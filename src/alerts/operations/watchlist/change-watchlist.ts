import { z } from 'zod'
import { invalid } from '../../../lib/errors.ts'
import { UnderlyingSymbol } from '../../../market/contract/underlying-symbol.ts'
import {
  callingAccount,
  NOTIFICATION_CALLERS,
  NOTIFICATION_SURFACES,
} from '../../../notifications/operations/access.ts'
import { MAX_WATCHED, SymbolBounds, WatchBounds, WatchlistSymbols } from '../../contract/watchlist.ts'
import { defineOperation } from '../context.ts'
import { listedSymbols } from '../listed-symbols.ts'

const Symbols = z.array(UnderlyingSymbol).max(MAX_WATCHED)

export const changeWatchlist = defineOperation({
  name: 'change_watchlist',
  title: 'Change the watchlist',
  description:
    'Adds symbols at the end, removes others, and sets the least premium, score and size of a print that notifies, for all symbols or for one. A removed symbol loses its own bounds.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'PATCH', path: '/watchlist' },
  input: z.strictObject({
    add: Symbols.optional().describe('Symbols to watch; known ones keep their place.'),
    remove: Symbols.optional().describe('Symbols to watch no longer.'),
    thresholds: WatchBounds.optional().describe('Bounds of all symbols, as a whole; {} for the usual ones.'),
    symbol_thresholds: z
      .array(SymbolBounds)
      .max(MAX_WATCHED)
      .optional()
      .describe('Bounds of watched symbols, each as a whole; a symbol without any has those of all.'),
  }),
  output: WatchlistSymbols,
  example: { add: ['NVDA'], remove: ['SPY'] },
  async run({ add: symbols = [], remove = [], thresholds, symbol_thresholds: own = [] }, context) {
    const { store, market } = context
    const { id } = callingAccount(context)
    const add = await listedSymbols(market, { symbols, path: 'add' })
    return store.transaction(async ({ watchlists }) => {
      const before = await watchlists.of(id)
      const watched = [...new Set([...before.filter((symbol) => !remove.includes(symbol)), ...add])]
      if (watched.length > MAX_WATCHED) {
        throw invalid([{ path: 'add', message: `would make more than ${MAX_WATCHED} symbols: remove others first` }])
      }
      if (watched.join() !== before.join()) await watchlists.put(id, watched)
      if (thresholds) await watchlists.setBounds(id, null, thresholds)
      for (const [place, { symbol, ...bounds }] of own.entries()) {
        if (!watched.includes(symbol)) {
          throw invalid([{ path: `symbol_thresholds.${place}.symbol`, message: 'is not on the watchlist' }])
        }
        await watchlists.setBounds(id, symbol, bounds)
      }
      return { symbols: watched }
    })
  },
})
