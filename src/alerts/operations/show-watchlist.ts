import { z } from 'zod'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../notifications/operations/access.ts'
import { defineOperation } from './context.ts'

export const WatchlistAnswer = z.object({
  symbols: z.array(z.string()).describe('Symbols in the order of the request.'),
})

export const showWatchlist = defineOperation({
  name: 'show_watchlist',
  title: 'Watchlist',
  description: 'Symbols for which the account is notified of whale trades and unusual activity.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: [...NOTIFICATION_SURFACES, 'mcp'],
  route: { method: 'GET', path: '/watchlist' },
  input: z.strictObject({}),
  output: WatchlistAnswer,
  example: {},
  async run(_input, context) {
    return { symbols: await context.store.watchlists.of(callingAccount(context).id) }
  },
})
