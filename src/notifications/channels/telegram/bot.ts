import { z } from 'zod'
import type { ChatBot, ChatInbox } from '../../ports/chat-bot.ts'
import { outcomeOfBroken } from '../outcome.ts'
import { type BotApi, type Called, POLL_S } from './bot-api.ts'
import { sendMessage } from './send-message.ts'
import { plainBody } from './telegram-message.ts'
import { readUpdates } from './updates.ts'

const PEER = 'Telegram'
/** Between two looks while the vendor fails. */
const FAILURE_MS = 5_000
/** Somebody has to act first: another program reads for this bot, or its token is not valid. */
const OPERATOR_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000

const Me = z.object({ username: z.string().regex(/^\w+$/) })

/** What people do with the bot, by long polling. https://core.telegram.org/bots/api#getupdates */
export function telegramBot(api: BotApi): ChatBot {
  let username: string | undefined
  return {
    inbox: `telegram:${api.botId}`,
    waitMs: (POLL_S + 10) * 1_000,
    async linkUrl(code, signal) {
      username ??= await usernameOf(api, signal)
      return username === undefined ? null : `https://t.me/${username}?start=${code}`
    },
    async read(position, signal) {
      const parameters = { timeout: POLL_S, limit: 20, allowed_updates: ['message', 'my_chat_member'] }
      const offset = position === null ? {} : { offset: position }
      return inboxOf(await api.poll({ ...parameters, ...offset }, signal))
    },
    async reply(address, text, signal) {
      const result = await sendMessage(api, { chatId: address, body: plainBody(text) }, signal)
      return result.ok ? null : result.reason
    },
  }
}

async function usernameOf(api: BotApi, signal: AbortSignal): Promise<string | undefined> {
  const called = await api.call('getMe', {}, signal)
  return called.kind === 'result' ? Me.safeParse(called.result).data?.username : undefined
}

function inboxOf(called: Called): ChatInbox {
  if (called.kind === 'result') return { ok: true, ...readUpdates(called.result) }
  if (called.kind === 'broken') {
    const outcome = outcomeOfBroken(called, PEER)
    return { ok: false, reason: outcome.ok || outcome.code === 'aborted' ? null : outcome.reason, afterMs: FAILURE_MS }
  }
  if (called.kind === 'other') {
    return { ok: false, reason: `${PEER} answered with HTTP ${called.answer.status}.`, afterMs: FAILURE_MS }
  }
  const { error_code: code, parameters } = called.failure
  const waitMs = Math.min(LONGEST_WAIT_MS, (parameters.retry_after ?? 0) * 1_000)
  const needsOperator = [401, 404, 409].includes(code)
  return { ok: false, reason: words(code), afterMs: Math.max(waitMs, needsOperator ? OPERATOR_MS : FAILURE_MS) }
}

function words(code: number): string {
  if (code === 409) {
    return 'Another program reads the messages of this bot, or the bot has a webhook (409). Stop the one or delete the other.'
  }
  if (code === 401 || code === 404) return `Telegram does not accept TELEGRAM_BOT_TOKEN (${code}).`
  return `Telegram refused to give the messages of the bot (${code}).`
}
