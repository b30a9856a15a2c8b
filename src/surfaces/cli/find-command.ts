import type { Operation } from '../../catalogue/operation.ts'
import { AppError } from '../../lib/errors.ts'
import { nearest } from '../../lib/math/nearest.ts'
import type { Command } from './command.ts'

type Found =
  | { readonly kind: 'command'; readonly command: Command; readonly rest: readonly string[] }
  | { readonly kind: 'operation'; readonly operation: Operation; readonly rest: readonly string[] }

/** Resolves the first words: a command, an operation by its name, or one in two words (`account create`). */
export function findCommand(
  words: readonly string[],
  operations: readonly Operation[],
  commands: readonly Command[],
): Found | undefined {
  const [first = '', second = ''] = words
  const command = commands.find(({ name }) => name === first)
  if (command) return { kind: 'command', command, rest: words.slice(1) }
  for (const length of [1, 2]) {
    const name = words.slice(0, length).map(underscored).join('_')
    const operation = operations.find((it) => it.name === name)
    if (operation && (length === 1 || !second.startsWith('-'))) {
      return { kind: 'operation', operation, rest: words.slice(length) }
    }
  }
  return undefined
}

export function unknownCommand(
  words: readonly string[],
  operations: readonly Operation[],
  commands: readonly Command[],
): AppError {
  const names = [...commands, ...operations].map(({ name }) => name)
  const [first = '', second = ''] = words.map(underscored)
  const near = new Set([...nearest(`${first}_${second}`, names), ...nearest(first, names)])
  const advice =
    near.size > 0 ? `Did you mean ${[...near].slice(0, 3).join(', ')}?` : '`optionwire help` lists all commands.'
  return new AppError('invalid', `There is no command ${JSON.stringify(words[0])}. ${advice}`)
}

/** `set-plan` as well as `set_plan`. */
export function underscored(word: string): string {
  return word.replaceAll('-', '_')
}
