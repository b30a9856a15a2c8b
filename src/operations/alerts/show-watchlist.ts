import { z } from 'zod'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../notifications/access.ts'
import { defineOperation } from '../operation.ts'

export const WatchlistAnswer = z.object({ symbols: z.array(z.string()).describe('Symbols in the order given.') })

export const showWatchlist = defineOperation({
  name: 'show_watchlist',
  title: 'Watchlist',
  description: 'Symbols whose whale trades and unusual activity the account is told of.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'GET', path: '/watchlist' },
  input: z.strictObject({}),
  output: WatchlistAnswer,
  example: {},
  async run(_input, context) {
    return { symbols: await context.store.watchlists.of(callingAccount(context).id) }
  },
})
