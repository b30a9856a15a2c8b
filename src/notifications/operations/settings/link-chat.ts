import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { CHAT_CODE_BYTES, CHAT_CODE_LIFE_MS, CHAT_CODE_PURPOSE } from '../../domain/chat-code.ts'
import { channelsWith, channelTitle } from '../../domain/delivery/channels.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES, requireChannel } from '../access.ts'
import { defineOperation } from '../context.ts'

export const ChatChannel = z
  .enum(channelsWith('chat'))
  .describe('A channel whose address is a chat that is linked through a bot.')

/** Longer than the bot's service takes for its own limit. */
const TIMEOUT_MS = 15_000

export const linkChat = defineOperation({
  name: 'link_chat',
  title: 'Link a chat',
  description:
    'Gives the address that opens the chat with the bot of this service. Start the bot there: the chat then becomes the one of the channel, in place of the one before, and the channel is switched on. The address works once, for 10 minutes; a new one ends the one before.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/notification_settings/channels/:channel/link', status: 201 },
  input: z.strictObject({ channel: ChatChannel }),
  output: z.object({
    url: z.url().describe('Opens the chat with the bot and gives it the code.'),
    expires_at: z.iso.datetime().describe('Until when the address works, UTC.'),
  }),
  example: { channel: 'telegram' },
  async run({ channel }, context) {
    const { store, notifier, now, identity, randomBytes } = context
    const account = callingAccount(context)
    requireChannel(account, channel)
    const bot = notifier.channels.get(channel)?.bot
    if (!bot) throw new AppError('invalid', `${channelTitle(channel)} is not configured on this server.`)
    const code = base64url(randomBytes(CHAT_CODE_BYTES))
    const url = await bot.linkUrl(code, AbortSignal.timeout(TIMEOUT_MS))
    if (url === null) throw new AppError('unavailable', `${channelTitle(channel)} cannot be reached. Try again later.`)
    const expiresAt = new Date(now().getTime() + CHAT_CODE_LIFE_MS).toISOString()
    const codeDigest = identity.digest(CHAT_CODE_PURPOSE, code)
    await store.transaction(({ chatLinks }) =>
      chatLinks.putCode({ codeDigest, accountId: account.id, channel, expiresAt }, now()),
    )
    return { url, expires_at: expiresAt }
  },
})

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
