import { z } from 'zod'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../../notifications/operations/access.ts'
import { SavedName } from '../../contract/saved.ts'
import { SavedScreen, StoredScreen } from '../../contract/saved-screen.ts'
import { defineOperation } from '../context.ts'
import { savedScreens, wireOf } from './saved-screens.ts'

export const createScreen = defineOperation({
  name: 'create_screen',
  title: 'Save a screen',
  description:
    'Saves filters, symbols, order and columns of the screener under a name that the account does not use yet; at most 50. An alert of the source screen with the same filters notifies of symbols that begin to pass.',
  capability: 'analytics',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/screens', status: 201, errors: ['conflict'] },
  input: z.strictObject({ name: SavedName, screen: StoredScreen }),
  output: SavedScreen,
  example: { name: 'Rich volatility', screen: { filters: ['iv_rank >= 70', 'iv_minus_rv30 > 0'], sort: '-iv_rank' } },
  async run({ name, screen }, context) {
    return wireOf(await savedScreens.create(context, name, screen))
  },
})
