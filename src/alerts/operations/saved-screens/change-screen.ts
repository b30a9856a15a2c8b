import { z } from 'zod'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../../notifications/operations/access.ts'
import { SavedId, SavedName } from '../../contract/saved.ts'
import { SavedScreen, StoredScreen } from '../../contract/saved-screen.ts'
import { defineOperation } from '../context.ts'
import { savedScreens, wireOf } from './saved-screens.ts'

export const changeScreen = defineOperation({
  name: 'change_screen',
  title: 'Change a saved screen',
  description: 'Renames a saved screen, or replaces its content as a whole. Alerts keep their own filters.',
  capability: 'analytics',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'PATCH', path: '/screens/:id', errors: ['not_found', 'conflict'] },
  input: z.strictObject({ id: SavedId, name: SavedName.optional(), screen: StoredScreen.optional() }),
  output: SavedScreen,
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4', name: 'Very rich volatility' },
  async run({ id, name, screen: content }, context) {
    return wireOf(await savedScreens.change(context, id, { name, content }))
  },
})
