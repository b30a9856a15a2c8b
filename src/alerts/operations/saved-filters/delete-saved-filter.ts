import { z } from 'zod'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../../notifications/operations/access.ts'
import { SavedId } from '../../contract/saved.ts'
import { defineOperation } from '../context.ts'
import { savedFilters } from './saved-filters.ts'

export const deleteSavedFilter = defineOperation({
  name: 'delete_saved_filter',
  title: 'Delete a saved filter',
  description: 'Deletes a saved filter of the tape. Addresses that were shared keep their filters.',
  capability: 'analytics',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'DELETE', path: '/flow/saved_filters/:id', status: 204, errors: ['not_found'] },
  input: z.strictObject({ id: SavedId }),
  output: z.object({}),
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  async run({ id }, context) {
    return await savedFilters.remove(context, id)
  },
})
