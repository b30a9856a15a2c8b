import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { ChatLinkId } from '../../contract/chat-link.ts'
import { defineOperation } from '../context.ts'

export const deleteChatLink = defineOperation({
  name: 'delete_chat_link',
  title: 'Unlink a chat user',
  description: 'Ends that a chat user may give commands as the account, at once. By sign-in session only.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'DELETE', path: '/chat_links/:id', status: 204, errors: ['not_found'] },
  input: z.strictObject({ id: ChatLinkId }),
  output: z.object({}),
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  async run({ id }, { caller, store }) {
    const removed = await store.chatUsers.remove(caller.account?.id ?? '', id)
    if (!removed) throw new AppError('not_found', 'There is no such link. It may have ended.')
    return {}
  },
})
