// The methods of the fake. Sources: README.md.

import { type Chats, publicChat } from './chats.ts'
import { arrangeGiven, finishText } from './entities.ts'
import type { Limiter } from './limits.ts'
import { type Parsed, parseMarkdownV2 } from './markdown.ts'
import { bool, json } from './params.ts'
import type { SentMessage, User } from './types.ts'
import { ApiError, type Clock, type Entity, type LinkPreviewOptions, type Params, toMs } from './types.ts'

const MAX_BYTES = 1 << 15
const MAX_CHARS = 4096

export interface SendDeps {
  now: Clock
  bot: User
  chats: Chats
  limiter: Limiter
  nextMessageId: () => number
  messages: SentMessage[]
}

export interface InputText extends Parsed {
  raw: string
  parseMode: string | null
}

export function readText(params: Params): InputText {
  const raw = params['text'] ?? ''
  if (raw === '') throw new ApiError(400, 'Bad Request: message text is empty')
  if (Buffer.byteLength(raw) > MAX_BYTES) throw new ApiError(400, 'Bad Request: text is too long')
  const mode = (params['parse_mode'] ?? '').toLowerCase()
  if (mode === 'markdownv2') return { ...parseMarkdownV2(raw), raw, parseMode: 'MarkdownV2' }
  if (mode === 'html' || mode === 'markdown') throw new ApiError(501, `Fake: parse_mode ${mode} is not written`)
  if (mode !== '' && mode !== 'none') throw new ApiError(400, 'Bad Request: unsupported parse_mode')
  const given = json(params['entities'])
  return { text: raw, entities: Array.isArray(given) ? arrangeGiven(given as Entity[]) : [], raw, parseMode: null }
}

function readPreview(params: Params): LinkPreviewOptions | null {
  const given = params['link_preview_options'] ?? ''
  if (given === '') return bool(params['disable_web_page_preview']) ? { is_disabled: true } : null
  const value = json(given)
  if (value === undefined) throw new ApiError(400, "Bad Request: can't parse link preview options JSON object")
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError(400, 'Bad Request: object expected as link preview options')
  }
  const options = value as Record<string, unknown>
  const out: LinkPreviewOptions = {}
  for (const name of ['is_disabled', 'prefer_small_media', 'prefer_large_media', 'show_above_text'] as const) {
    if (options[name] !== undefined && typeof options[name] !== 'boolean') {
      throw new ApiError(400, `Bad Request: field "${name}" must be of type Boolean`)
    }
    if (options[name]) out[name] = true
  }
  if (typeof options['url'] === 'string' && options['url'] !== '') out.url = options['url']
  return out
}

function checkMarkup(params: Params): void {
  if (!params['reply_markup']) return
  const value = json(params['reply_markup'])
  if (value === undefined) throw new ApiError(400, "Bad Request: can't parse reply keyboard markup JSON object")
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError(400, 'Bad Request: object expected as reply markup')
  }
}

// The order of the checks is the vendor's: options, text, markup, chat, length, then what sending finds out.
export function sendMessage(deps: SendDeps, params: Params): Record<string, unknown> {
  const preview = readPreview(params)
  const input = readText(params)
  checkMarkup(params)
  const chat = deps.chats.find(params['chat_id'])
  deps.chats.checkAccess(chat)
  const { text, entities } = finishText(input)
  if ([...text].length > MAX_CHARS) throw new ApiError(400, 'Bad Request: message is too long')
  const at = toMs(deps.now)
  deps.limiter.check(chat.id, chat.type !== 'private', at)
  deps.chats.checkDelivery(chat)
  deps.limiter.note(chat.id, at)
  const message: SentMessage = {
    messageId: deps.nextMessageId(),
    chatId: chat.id,
    at,
    text,
    entities,
    raw: input.raw,
    parseMode: input.parseMode,
    linkPreview: preview,
    disableNotification: bool(params['disable_notification']),
    protectContent: bool(params['protect_content']),
    params,
  }
  deps.messages.push(message)
  return {
    message_id: message.messageId,
    from: publicUser(deps.bot),
    chat: publicChat(chat),
    date: Math.floor(at / 1000),
    text,
    ...(entities.length ? { entities } : {}),
    ...(preview ? { link_preview_options: preview } : {}),
    ...(message.protectContent ? { has_protected_content: true } : {}),
  }
}

export function publicUser(user: User): Record<string, unknown> {
  const { id, is_bot, first_name, last_name, username, language_code } = user
  return {
    id,
    is_bot,
    first_name,
    ...(last_name ? { last_name } : {}),
    ...(username ? { username } : {}),
    ...(language_code ? { language_code } : {}),
  }
}

export function getMe(bot: User): Record<string, unknown> {
  return {
    ...publicUser(bot),
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
    supports_guest_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
    has_topics_enabled: false,
    allows_users_to_create_topics: false,
    can_manage_bots: false,
  }
}
