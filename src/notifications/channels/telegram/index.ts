import { httpUrl, text } from '../../../lib/setting-readers.ts'
import { channelSender, type OpenChannel } from '../sender.ts'
import { telegramBot } from './bot.ts'
import { botApi } from './bot-api.ts'
import { sendMessage } from './send-message.ts'
import { telegramBody } from './telegram-message.ts'

export interface TelegramOptions {
  readonly token: string
  readonly baseUrl?: string | undefined
  readonly now: () => Date
  readonly timeoutMs?: number | undefined
}

export const telegram = channelSender({
  settings: {
    TELEGRAM_BOT_TOKEN: text.regex(/^\d+:[\w-]+$/, 'must be the token of a bot, like 123456:ABC-DEF').optional(),
    TELEGRAM_BASE_URL: httpUrl.optional(),
  },
  together: [],
  secrets: ['TELEGRAM_BOT_TOKEN'],
  make({ TELEGRAM_BOT_TOKEN: token, TELEGRAM_BASE_URL: baseUrl }, { now }) {
    return token === undefined ? undefined : telegramChannel({ token, baseUrl, now })
  },
})

/** Messages of a bot to the chats that people linked with it. https://core.telegram.org/bots/api */
export function telegramChannel(options: TelegramOptions): OpenChannel {
  const api = botApi(options)
  return {
    name: 'telegram',
    timeoutMs: api.timeoutMs,
    freeze: telegramBody,
    send: ({ endpoint, body }, signal) => sendMessage(api, { chatId: endpoint.address, body }, signal),
    bot: telegramBot(api),
    close: () => api.close(),
  }
}
