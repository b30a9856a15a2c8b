import { z } from 'zod'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../../notifications/operations/access.ts'
import { SavedId, SavedName } from '../../contract/saved.ts'
import { SavedFilter, StoredFilters } from '../../contract/saved-filter.ts'
import { defineOperation } from '../context.ts'
import { savedFilters, wireOf } from './saved-filters.ts'

export const changeSavedFilter = defineOperation({
  name: 'change_saved_filter',
  title: 'Change a saved filter',
  description: 'Renames a saved filter of the tape, or replaces its filters as a whole.',
  capability: 'analytics',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'PATCH', path: '/flow/saved_filters/:id', errors: ['not_found', 'conflict'] },
  input: z.strictObject({ id: SavedId, name: SavedName.optional(), filters: StoredFilters.optional() }),
  output: SavedFilter,
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4', name: 'Larger sweeps' },
  async run({ id, name, filters: content }, context) {
    return wireOf(await savedFilters.change(context, id, { name, content }))
  },
})
