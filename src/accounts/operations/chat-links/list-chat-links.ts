import { z } from 'zod'
import { PublicChatLink } from '../../contract/chat-link.ts'
import type { ChatLink } from '../../domain/chat-link.ts'
import { defineOperation } from '../context.ts'
import { ownAccount } from '../own-account.ts'

export const listChatLinks = defineOperation({
  name: 'list_chat_links',
  title: 'Linked chat users',
  description:
    'The users of chats who may give commands as the signed-in account, newest first. By sign-in session only.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'GET', path: '/chat_links' },
  input: z.strictObject({}),
  output: z.object({ data: z.array(PublicChatLink).describe('Linked users, newest first.') }),
  example: {},
  async run(_input, context) {
    const { id } = await ownAccount(context)
    return { data: (await context.store.chatUsers.ofAccount(id)).map(publicChatLink) }
  },
})

export function publicChatLink({ id, vendor, workspaceName, userName, linkedAt }: ChatLink): PublicChatLink {
  return { id, vendor, workspace: workspaceName, user: userName, linked_at: linkedAt }
}
