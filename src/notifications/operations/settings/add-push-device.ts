import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { PushDevice } from '../../contract/push-device.ts'
import { MAX_DEVICES } from '../../domain/settings.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { newEndpoint } from './endpoint-parts.ts'
import { requireSendable } from './url-endpoints.ts'

const Label = z
  .string()
  .trim()
  .min(1, 'must not be blank')
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of plain text')
  .default('Device')
  .describe('What you call the device, 1 to 100 characters.')

export const addPushDevice = defineOperation({
  name: 'add_push_device',
  title: 'Add a push device',
  description:
    'Adds a phone by its registration token, or a browser by its push subscription, to those that the push channel sends to. The same device again is the same entry.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/notification_settings/devices', status: 201, errors: ['conflict'] },
  input: z.strictObject({
    device: PushDevice.describe('A phone (kind fcm, token) or a browser (kind web, endpoint and keys).'),
    label: Label,
  }),
  output: z.object({
    id: z.string().describe('Id of the device.'),
    label: z.string().describe('What it is called.'),
    created_at: z.iso.datetime().describe('When it was added, UTC.'),
  }),
  example: { device: { kind: 'fcm', token: 'f3k0:APA91bExample' }, label: 'Phone' },
  async run({ device, label }, context) {
    const { store, notifier, now, newId } = context
    const { id: accountId } = callingAccount(context)
    if (device.kind === 'web') await requireSendable(context, [{ path: 'device.endpoint', url: device.endpoint }])
    const address = JSON.stringify(device)
    const endpoint = await store.transaction(async ({ endpoints }) => {
      const devices = (await endpoints.ofAccount(accountId)).filter(({ channel }) => channel === 'push')
      const known = devices.find(({ addressDigest }) => addressDigest === notifier.box.digest(address))
      if (!known && devices.length >= MAX_DEVICES) {
        throw new AppError('conflict', `An account has at most ${MAX_DEVICES} devices. Remove one that is not used.`)
      }
      const id = known?.id ?? newId()
      const made = newEndpoint(notifier.box, {
        id,
        accountId,
        channel: 'push',
        address,
        label,
        verified: true,
        at: now(),
      })
      await endpoints.put(made)
      return made
    })
    return { id: endpoint.id, label, created_at: endpoint.createdAt }
  },
})
