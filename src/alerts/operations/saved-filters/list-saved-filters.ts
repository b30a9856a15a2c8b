import { z } from 'zod'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../../notifications/operations/access.ts'
import { SavedFilter } from '../../contract/saved-filter.ts'
import { defineOperation } from '../context.ts'
import { savedFilters, wireOf } from './saved-filters.ts'

export const listSavedFilters = defineOperation({
  name: 'list_saved_filters',
  title: 'Saved filters',
  description: 'The filters of the tape that the account has saved under a name, so that every device has them.',
  capability: 'analytics',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'GET', path: '/flow/saved_filters' },
  input: z.strictObject({}),
  output: z.object({ data: z.array(SavedFilter).describe('By name.') }),
  example: {},
  async run(_input, context) {
    return { data: (await savedFilters.list(context)).map(wireOf) }
  },
})
