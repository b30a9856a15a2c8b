import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { channelTitle } from '../../domain/delivery/channels.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../access.ts'
import { defineOperation } from '../context.ts'
import { ChatChannel } from './link-chat.ts'

export const unlinkChat = defineOperation({
  name: 'unlink_chat',
  title: 'Unlink a chat',
  description:
    'Removes the chat of a channel, and ends a code that was not used yet. What waits for the chat is not sent any more.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: {
    method: 'DELETE',
    path: '/notification_settings/channels/:channel/link',
    status: 204,
    errors: ['not_found'],
  },
  input: z.strictObject({ channel: ChatChannel }),
  output: z.object({}),
  example: { channel: 'telegram' },
  async run({ channel }, context) {
    const { id: accountId } = callingAccount(context)
    const isRemoved = await context.store.transaction(async ({ endpoints, chatLinks }) => {
      await chatLinks.removeCode(accountId, channel)
      const linked = (await endpoints.ofAccount(accountId)).filter((it) => it.channel === channel)
      for (const { id } of linked) await endpoints.remove(accountId, id)
      return linked.length > 0
    })
    if (!isRemoved) throw new AppError('not_found', `No ${channelTitle(channel)} chat is linked.`)
    return {}
  },
})
