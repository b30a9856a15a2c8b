import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { Id } from '../feed/id-input.ts'

export const removePushDevice = defineOperation({
  name: 'remove_push_device',
  title: 'Remove a push device',
  description: 'Removes a device from those that the push channel sends to. What waits for it is not sent any more.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'DELETE', path: '/notification_settings/devices/:id', status: 204, errors: ['not_found'] },
  input: z.strictObject({ id: Id.describe('Id of the device.') }),
  output: z.object({}),
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  async run({ id }, context) {
    const { id: accountId } = callingAccount(context)
    const isRemoved = await context.store.transaction(async ({ endpoints }) => {
      const [known] = await endpoints.byIds([id])
      return known?.channel === 'push' && (await endpoints.remove(accountId, id))
    })
    if (!isRemoved) throw new AppError('not_found', 'There is no such device.')
    return {}
  },
})
