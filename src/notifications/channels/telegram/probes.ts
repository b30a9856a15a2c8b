import type { Probe } from '../../../lib/probe.ts'
import { VENDOR_URL } from './vendor-url.ts'

interface TelegramSettings {
  readonly TELEGRAM_BOT_TOKEN?: string | undefined
  readonly TELEGRAM_BASE_URL?: string | undefined
}

/** https://core.telegram.org/bots/api#getme */
export function telegramProbes({ TELEGRAM_BOT_TOKEN: token, TELEGRAM_BASE_URL: baseUrl }: TelegramSettings): Probe[] {
  if (token === undefined) return []
  return [
    {
      name: 'bot',
      url: `${baseUrl ?? VENDOR_URL}/bot${token}/getMe`,
      lacks: 'No Telegram messages can be sent.',
      isEssential: true,
      fix: (status) => (status < 500 ? 'Check TELEGRAM_BOT_TOKEN: @BotFather shows the token of the bot.' : null),
    },
  ]
}
