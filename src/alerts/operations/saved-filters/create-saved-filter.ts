import { z } from 'zod'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../../notifications/operations/access.ts'
import { SavedName } from '../../contract/saved.ts'
import { SavedFilter, StoredFilters } from '../../contract/saved-filter.ts'
import { defineOperation } from '../context.ts'
import { savedFilters, wireOf } from './saved-filters.ts'

export const createSavedFilter = defineOperation({
  name: 'create_saved_filter',
  title: 'Save a filter',
  description: 'Saves filters of the tape under a name that the account does not use yet; at most 50.',
  capability: 'analytics',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/flow/saved_filters', status: 201, errors: ['conflict'] },
  input: z.strictObject({ name: SavedName, filters: StoredFilters }),
  output: SavedFilter,
  example: { name: 'Large sweeps', filters: { trade_type: 'sweep', min_premium: 1_000_000 } },
  async run({ name, filters }, context) {
    return wireOf(await savedFilters.create(context, name, filters))
  },
})
