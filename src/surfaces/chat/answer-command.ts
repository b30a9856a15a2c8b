import type { ChatUser } from '../../accounts/domain/chat-link.ts'
import { type ChatCallerParts, chatCaller, inviteChatUser } from '../../accounts/operations/chat-links/chat-callers.ts'
import type { Caller, Context } from '../../catalogue/context.ts'
import { invoke } from '../../catalogue/invoke.ts'
import type { Operation } from '../../catalogue/operation.ts'
import type { Windows } from '../../lib/async/windows.ts'
import { AppError, SEE_ERRORS } from '../../lib/errors.ts'
import { nearestWord } from '../../lib/text/nearest-word.ts'
import { MINUTE_MS } from '../../lib/time/duration.ts'
import type { RateLimits } from '../rest/rate-limit.ts'
import { CHAT_COMMANDS } from './commands/chat-commands.ts'
import { type Ask, type CommandAnswer, type CommandOption, type Suggestion, wordsOf } from './commands/command.ts'

export interface ChatParts extends ChatCallerParts {
  readonly operations: readonly Operation[]
  readonly contextOf: (call: { readonly caller: Caller }) => Context
  readonly limits: RateLimits
  readonly windows: Windows
  /** Reports the fault behind an answer that only says that something went wrong. */
  readonly onFault: (error: unknown) => void
}

interface GivenCommand {
  readonly user: ChatUser
  readonly command: string
  readonly text: string
}

export interface ChatAnswer extends CommandAnswer {
  readonly isPrivate: boolean
  /** An address to open, apart from the text because it is no text to escape. */
  readonly link?: string
}

/** A chat may have to be told who sees an answer before there is one. An error is private even where this says no. */
interface BegunAnswer {
  readonly isPrivate: boolean
  /** Never fails for a reason that the user can see. */
  readonly answer: () => Promise<ChatAnswer>
}

interface TypedOption {
  readonly user: ChatUser
  readonly option: CommandOption
  readonly typed: string
}

export interface ChatAnswerer {
  begin(given: GivenCommand): Promise<BegunAnswer>
  /** What a user may mean who still types; nothing for somebody without an account. */
  suggest(given: TypedOption): Promise<readonly Suggestion[]>
}

const UNLINKED_PER_MINUTE = 10
/** A letter is a request, so typing has a limit of its own. */
const SUGGESTIONS_PER_MINUTE = 120
const MAX_USERS = 10_000

/** Answers commands as the account that the user is linked with. */
export function chatAnswerer(parts: ChatParts): ChatAnswerer {
  const windowOf = (name: string, limit: number) =>
    parts.windows.of(`chats.${name}`, { limit, windowMs: MINUTE_MS, maxKeys: MAX_USERS })
  const unlinked = windowOf('unlinked', UNLINKED_PER_MINUTE)
  const typing = windowOf('typing', SUGGESTIONS_PER_MINUTE)
  const byName = new Map(parts.operations.map((operation) => [operation.name, operation]))

  function askAs(caller: Caller): Ask {
    return async (name, input) => {
      const operation = byName.get(name)
      if (!operation) throw new Error(`A command of a chat asks ${name}, which is no operation`)
      return invoke(operation, input, parts.contextOf({ caller }))
    }
  }

  async function answerAs(caller: Caller, { command, text }: GivenCommand): Promise<ChatAnswer> {
    try {
      const known = CHAT_COMMANDS.find(({ name }) => name === command)
      if (!known) throw new AppError('not_found', unknownText(command))
      return { isPrivate: known.isPrivate, ...(await known.answer(wordsOf(text), askAs(caller))) }
    } catch (error) {
      if (error instanceof AppError) return privately(sentencesOf(error))
      parts.onFault(error)
      return privately(['Something went wrong here. Try again; the operator sees it in the log.'])
    }
  }

  async function invitation(user: ChatUser): Promise<ChatAnswer> {
    if (!(await unlinked.take(keyOf(user))).allowed) return TOO_MANY
    const link = await inviteChatUser(parts, user)
    const text =
      'You are not linked with an account of this service. Open this link, which works once and for 10 minutes:'
    return { ...privately([text]), link }
  }

  return {
    async begin(given) {
      const caller = await chatCaller(parts, given.user)
      if (!caller) return done(await invitation(given.user))
      if (!(await parts.limits.take(caller)).allowed) return done(TOO_MANY)
      const { isPrivate = true } = CHAT_COMMANDS.find(({ name }) => name === given.command) ?? {}
      return { isPrivate, answer: () => answerAs(caller, given) }
    },

    async suggest({ user, option, typed }) {
      if (!option.suggest || !(await typing.take(keyOf(user))).allowed) return []
      const caller = await chatCaller(parts, user)
      if (!caller) return []
      try {
        return await option.suggest(typed, askAs(caller))
      } catch (error) {
        // The command itself says what is wrong.
        if (!(error instanceof AppError)) parts.onFault(error)
        return []
      }
    },
  }
}

const TOO_MANY = privately(['Too many commands. Try again in a minute.'])

function privately(lines: readonly string[]): ChatAnswer {
  return { isPrivate: true, lines }
}

function done(answer: ChatAnswer): BegunAnswer {
  return { isPrivate: answer.isPrivate, answer: async () => answer }
}

function keyOf({ vendor, workspaceId, userId }: ChatUser): string {
  return JSON.stringify([vendor, workspaceId, userId])
}

function unknownText(command: string): string {
  const nearest = nearestWord(
    command,
    CHAT_COMMANDS.map(({ name }) => name),
  )
  return `There is no such command. ${nearest ? `Did you mean /${nearest}? ` : ''}/help lists all.`
}

function sentencesOf({ message, details: { issues = [] } }: AppError): string[] {
  const named = issues.map(({ path, message: issue }) => `${path} ${issue}`)
  return message === SEE_ERRORS ? named : [message, ...named]
}
