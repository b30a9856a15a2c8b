import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import {
  callingAccount,
  NOTIFICATION_CALLERS,
  NOTIFICATION_SURFACES,
} from '../../../notifications/operations/access.ts'
import { FilterName, MAX_SAVED_FILTERS, SavedFilter, StoredFilters } from '../../contract/saved-filter.ts'
import { defineOperation } from '../context.ts'
import { requireFreeName } from './filter-name.ts'

export const createSavedFilter = defineOperation({
  name: 'create_saved_filter',
  title: 'Save a filter',
  description: 'Saves filters of the tape under a name that the account does not use yet; at most 50.',
  capability: 'analytics',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/flow/saved_filters', status: 201, errors: ['conflict'] },
  input: z.strictObject({ name: FilterName, filters: StoredFilters }),
  output: SavedFilter,
  example: { name: 'Large sweeps', filters: { trade_type: 'sweep', min_premium: 1_000_000 } },
  async run({ name, filters }, context) {
    const { id: accountId } = callingAccount(context)
    const at = context.now().toISOString()
    const saved = { id: context.newId(), name, filters, created_at: at, updated_at: at }
    await context.store.transaction(async ({ savedFilters }) => {
      const known = await savedFilters.of(accountId)
      if (known.length >= MAX_SAVED_FILTERS) {
        throw new AppError(
          'conflict',
          `An account has at most ${MAX_SAVED_FILTERS} saved filters. Delete an unused one.`,
        )
      }
      requireFreeName(known, saved)
      await savedFilters.add(accountId, saved)
    })
    return saved
  },
})
