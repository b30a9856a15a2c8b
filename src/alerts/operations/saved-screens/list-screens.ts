import { z } from 'zod'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../../notifications/operations/access.ts'
import { SavedScreen } from '../../contract/saved-screen.ts'
import { defineOperation } from '../context.ts'
import { savedScreens, wireOf } from './saved-screens.ts'

export const listScreens = defineOperation({
  name: 'list_screens',
  title: 'Saved screens',
  description: 'The screens that the account has saved under a name, so that every device has them.',
  capability: 'analytics',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'GET', path: '/screens' },
  input: z.strictObject({}),
  output: z.object({ data: z.array(SavedScreen).describe('By name.') }),
  example: {},
  async run(_input, context) {
    return { data: (await savedScreens.list(context)).map(wireOf) }
  },
})
