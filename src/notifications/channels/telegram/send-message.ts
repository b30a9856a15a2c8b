/** One message to a chat, and what the answer means. https://core.telegram.org/bots/api#sendmessage */
import type { SendResult } from '../../ports/channel.ts'
import type { Answer } from '../exchange.ts'
import { failed, outcomeOfBroken, outcomeOfStatus, type Proof, refused, retryAfterMs, sent } from '../outcome.ts'
import { parsedJson } from '../parsed-json.ts'
import type { BotApi, Called } from './bot-api.ts'
import { FrozenMessage } from './telegram-message.ts'

const PEER = 'Telegram'
/** A chat id has at most 52 significant bits; groups have negative ones. */
const CHAT_ID = /^-?[1-9]\d{0,15}$/
const LONGEST_WAIT_MS = 3_600_000

export interface ChatMessage {
  readonly chatId: string
  readonly body: string
}

/** A group that became a supergroup is followed at once, so that the message that found out is not lost. */
export async function sendMessage(
  api: BotApi,
  { chatId, body }: ChatMessage,
  signal: AbortSignal,
): Promise<SendResult> {
  const message = FrozenMessage.safeParse(parsedJson(body))
  if (!message.success) return failed({ retry: false, code: 'bad_body', reason: 'The stored message cannot be read.' })
  if (!CHAT_ID.test(chatId)) {
    return failed({ retry: false, code: 'bad_address', reason: 'This is not a chat of Telegram. Link it again.' })
  }
  const sendTo = (id: string) => api.call('sendMessage', { chat_id: id, ...message.data }, signal)
  const first = await sendTo(chatId)
  const movedTo = first.kind === 'failure' ? first.failure.parameters.migrate_to_chat_id : undefined
  if (movedTo === undefined) return outcomeOf(api, first)
  return { ...outcomeOf(api, await sendTo(String(movedTo))), movedTo: String(movedTo) }
}

function outcomeOf(api: BotApi, called: Called): SendResult {
  if (called.kind === 'broken') return outcomeOfBroken(called, PEER)
  const { answer } = called
  const proof: Proof = { answer, secrets: api.secrets }
  if (called.kind === 'result') return sent(proof)
  if (called.kind === 'other') return outcomeOfOther(proof, api.now())
  const { error_code: code, description, parameters } = called.failure
  if (code === 429) return limited(proof, answer, parameters.retry_after, api.now())
  const ended = code === 400 || code === 403 ? endOf(description) : undefined
  if (ended) return refused(proof, { retry: false, disable: true, ...ended })
  if (code === 401 || code === 404) return refused(proof, SETTINGS)
  if (code < 500)
    return refused(proof, {
      retry: false,
      code: `telegram_${code}`,
      reason: `${PEER} refused the message (error ${code}).`,
    })
  return outcomeOfStatus(proof, PEER, api.now())
}

/** A page of a proxy is no word of the vendor's: even one with status 200 does not mean that the message was sent. */
function outcomeOfOther(proof: Proof, now: Date): SendResult {
  if (proof.answer.status >= 300) return outcomeOfStatus(proof, PEER, now)
  return refused(proof, {
    retry: true,
    code: 'bad_answer',
    reason: `${PEER} answered with something that is not its API.`,
  })
}

/** The wait is in the answer's parameters, and usually in the header too; the longer one is kept to. */
function limited(proof: Proof, answer: Answer, retryAfterS = 0, now: Date): SendResult {
  const afterMs = Math.min(LONGEST_WAIT_MS, Math.max(retryAfterS * 1_000, retryAfterMs(answer, now) ?? 0))
  return refused(proof, { retry: true, code: 'http_429', reason: `${PEER} takes no more messages for now.`, afterMs })
}

const SETTINGS = {
  retry: true,
  operator: true,
  code: 'bot_token',
  reason: 'Telegram does not accept the bot of this server. It is not your fault.',
}

interface End {
  readonly code: string
  readonly reason: string
}

/** The vendor distinguishes these only by their text. Each begins with the words here, in any case. */
const ENDS: readonly (readonly [words: string, end: End])[] = [
  [
    'forbidden: bot was blocked by the user',
    { code: 'blocked_by_user', reason: 'You blocked the bot in Telegram. Unblock it there, then send a test.' },
  ],
  [
    'forbidden: user is deactivated',
    { code: 'user_deactivated', reason: 'This Telegram account was deleted. Link another chat.' },
  ],
  [
    'forbidden: bot was kicked from',
    { code: 'bot_removed', reason: 'The bot was removed from the Telegram chat. Add it again, then send a test.' },
  ],
  [
    'forbidden: bot is not a member of',
    { code: 'bot_removed', reason: 'The bot is not in the Telegram chat any more. Add it again, then send a test.' },
  ],
  [
    "forbidden: bot can't initiate conversation",
    { code: 'not_started', reason: 'The bot may not write to this Telegram account. Link the chat again.' },
  ],
  [
    'bad request: chat not found',
    { code: 'chat_not_found', reason: 'Telegram does not know this chat any more. Link it again.' },
  ],
]

function endOf(description: string): End | undefined {
  const words = description.toLowerCase()
  return ENDS.find(([begin]) => words.startsWith(begin))?.[1]
}
