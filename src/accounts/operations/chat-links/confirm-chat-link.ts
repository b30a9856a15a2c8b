import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { ChatToken, PublicChatLink } from '../../contract/chat-link.ts'
import { MAX_CHAT_LINKS } from '../../domain/chat-link.ts'
import { defineOperation } from '../context.ts'
import { ownAccount } from '../own-account.ts'
import { chatTokenDigest } from './chat-callers.ts'
import { publicChatLink } from './list-chat-links.ts'
import { noSuchInvite } from './review-chat-link.ts'

export const confirmChatLink = defineOperation({
  name: 'confirm_chat_link',
  title: 'Link a chat user',
  description:
    'Lets the chat user of a link give commands as the signed-in account, with its plan and limits. A link works once. By sign-in session only.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/chat_links', status: 201, errors: ['not_found', 'conflict'] },
  input: z.strictObject({ token: ChatToken }),
  output: PublicChatLink,
  example: { token: 'unknown-unknown-unknown-unknown-unknown-unk' },
  async run({ token }, context) {
    const { store, identity, now, newId } = context
    const account = await ownAccount(context)
    const at = now()
    const link = await store.transaction(async ({ chatUsers }) => {
      const user = await chatUsers.takeInvite(chatTokenDigest(identity, token), at)
      if (!user) throw noSuchInvite()
      if ((await chatUsers.ofAccount(account.id)).length >= MAX_CHAT_LINKS) {
        throw new AppError('conflict', `An account has at most ${MAX_CHAT_LINKS} chat users. Unlink an unused one.`)
      }
      const linked = { ...user, id: newId(), accountId: account.id, linkedAt: at.toISOString() }
      await chatUsers.put(linked)
      return linked
    })
    return publicChatLink(link)
  },
})
