import type { ChatUser } from '../../accounts/domain/chat-link.ts'
import { type ChatCallerParts, chatCaller, inviteChatUser } from '../../accounts/operations/chat-links/chat-callers.ts'
import type { Caller, Context } from '../../catalogue/context.ts'
import { invoke } from '../../catalogue/invoke.ts'
import type { Operation } from '../../catalogue/operation.ts'
import { SlidingWindow } from '../../lib/async/sliding-window.ts'
import { AppError } from '../../lib/errors.ts'
import { nearestWord } from '../../lib/text/nearest-word.ts'
import type { RateLimits } from '../rest/rate-limit.ts'
import { CHAT_COMMANDS } from './chat-commands.ts'

export interface ChatParts extends ChatCallerParts {
  readonly operations: readonly Operation[]
  readonly contextOf: (call: { readonly caller: Caller }) => Context
  readonly limits: RateLimits
  readonly monotonicMs: () => number
  /** Reports the fault behind an answer that only says that something went wrong. */
  readonly onFault: (error: unknown) => void
}

interface GivenCommand {
  readonly user: ChatUser
  readonly command: string
  readonly text: string
}

export interface ChatAnswer {
  readonly isPrivate: boolean
  /** Plain text in lines; the chat escapes it. */
  readonly text: string
  /** An address to open, apart from the text because it is no text to escape. */
  readonly link?: string
}

const UNLINKED_PER_MINUTE = 10
const MAX_USERS = 10_000

/** Answers commands as the account that the user is linked with. It never throws for a reason that the user can see. */
export function commandAnswerer(parts: ChatParts): (given: GivenCommand) => Promise<ChatAnswer> {
  const unlinked = new SlidingWindow({ limit: UNLINKED_PER_MINUTE, windowMs: 60_000, maxKeys: MAX_USERS })
  const byName = new Map(parts.operations.map((operation) => [operation.name, operation]))

  async function answerAs(caller: Caller, { command, text }: GivenCommand): Promise<ChatAnswer> {
    const known = CHAT_COMMANDS.find(({ name }) => name === command)
    if (!known) throw new AppError('not_found', unknownText(command))
    const words = text.split(/\s+/).filter((word) => word !== '')
    const lines = await known.answer(words, async (name, input) => {
      const operation = byName.get(name)
      if (!operation) throw new Error(`The command ${command} asks ${name}, which is no operation`)
      return invoke(operation, input, parts.contextOf({ caller }))
    })
    return { isPrivate: known.isPrivate, text: lines.join('\n') }
  }

  async function invitation(user: ChatUser): Promise<ChatAnswer> {
    const key = JSON.stringify([user.vendor, user.workspaceId, user.userId])
    if (!unlinked.take(key, parts.monotonicMs()).allowed) return tooMany()
    const link = await inviteChatUser(parts, user)
    const text =
      'You are not linked with an account of this service. Open this link, which works once and for 10 minutes:'
    return { isPrivate: true, text, link }
  }

  return async (given) => {
    const caller = await chatCaller(parts, given.user)
    if (!caller) return invitation(given.user)
    if (!parts.limits.take(caller).allowed) return tooMany()
    try {
      return await answerAs(caller, given)
    } catch (error) {
      if (error instanceof AppError) return { isPrivate: true, text: sentenceOf(error) }
      parts.onFault(error)
      return { isPrivate: true, text: 'Something went wrong here. Try again; the operator sees it in the log.' }
    }
  }
}

function tooMany(): ChatAnswer {
  return { isPrivate: true, text: 'Too many commands. Try again in a minute.' }
}

function unknownText(command: string): string {
  const nearest = nearestWord(
    command,
    CHAT_COMMANDS.map(({ name }) => name),
  )
  return `There is no such command. ${nearest ? `Did you mean /${nearest}? ` : ''}/help lists all.`
}

function sentenceOf({ message, details: { issues = [] } }: AppError): string {
  return [message, ...issues.map(({ path, message: issue }) => `${path} ${issue}`)].join('\n')
}
