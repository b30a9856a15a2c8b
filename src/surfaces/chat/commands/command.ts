/** What a command of a chat is. One definition serves a chat with free text and one with forms. */
import type { Picture } from '../pictures/picture.ts'

/** Runs an operation of the catalogue as the account of the chat user. */
export type Ask = (operation: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>

export interface CommandOption {
  readonly name: string
  /** At most 100 characters. */
  readonly says: string
  /** The only values that it may have. */
  readonly choices?: readonly string[]
  /** What a chat offers while a user types. */
  readonly suggest?: (typed: string, ask: Ask) => Promise<readonly Suggestion[]>
}

export interface Suggestion {
  readonly title: string
  readonly value: string
}

/** One way to fill in a command. */
export interface CommandForm {
  /** The first word; a command with a single form has none. */
  readonly verb?: string
  readonly says: string
  /** All are required; their values follow the verb as words. */
  readonly options: readonly CommandOption[]
}

export interface ChatCommand {
  readonly name: string
  /** What follows the name in a chat with free text. */
  readonly usage: string
  /** For the list of commands, at most 100 characters. */
  readonly says: string
  /** Whether only the user sees the answer. */
  readonly isPrivate: boolean
  /** For a chat with forms. */
  readonly forms: readonly CommandForm[]
  readonly answer: (words: readonly string[], ask: Ask) => Promise<CommandAnswer>
}

export interface CommandAnswer {
  /** Plain text; the first line is the title where there are several. */
  readonly lines: readonly string[]
  readonly picture?: Picture | undefined
}

export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
