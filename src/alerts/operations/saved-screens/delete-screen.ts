import { z } from 'zod'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../../notifications/operations/access.ts'
import { SavedId } from '../../contract/saved.ts'
import { defineOperation } from '../context.ts'
import { savedScreens } from './saved-screens.ts'

export const deleteScreen = defineOperation({
  name: 'delete_screen',
  title: 'Delete a saved screen',
  description: 'Deletes a saved screen. Addresses that were shared keep their filters, and alerts theirs.',
  capability: 'analytics',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'DELETE', path: '/screens/:id', status: 204, errors: ['not_found'] },
  input: z.strictObject({ id: SavedId }),
  output: z.object({}),
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  async run({ id }, context) {
    return await savedScreens.remove(context, id)
  },
})
