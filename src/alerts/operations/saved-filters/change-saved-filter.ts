import { z } from 'zod'
import {
  callingAccount,
  NOTIFICATION_CALLERS,
  NOTIFICATION_SURFACES,
} from '../../../notifications/operations/access.ts'
import { FilterId, FilterName, SavedFilter, StoredFilters } from '../../contract/saved-filter.ts'
import { defineOperation } from '../context.ts'
import { noSuchFilter, requireFreeName } from './filter-name.ts'

export const changeSavedFilter = defineOperation({
  name: 'change_saved_filter',
  title: 'Change a saved filter',
  description: 'Renames a saved filter of the tape, or replaces its filters as a whole.',
  capability: 'analytics',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'PATCH', path: '/flow/saved_filters/:id', errors: ['not_found', 'conflict'] },
  input: z.strictObject({ id: FilterId, name: FilterName.optional(), filters: StoredFilters.optional() }),
  output: SavedFilter,
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4', name: 'Larger sweeps' },
  async run({ id, name, filters }, context) {
    const { id: accountId } = callingAccount(context)
    return context.store.transaction(async ({ savedFilters }) => {
      const known = await savedFilters.of(accountId)
      const before = known.find((it) => it.id === id)
      if (!before) throw noSuchFilter()
      const changed = {
        ...before,
        name: name ?? before.name,
        filters: filters ?? before.filters,
        updated_at: context.now().toISOString(),
      }
      requireFreeName(known, changed)
      await savedFilters.replace(accountId, changed)
      return changed
    })
  },
})
