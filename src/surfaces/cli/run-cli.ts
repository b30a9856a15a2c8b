import type { Context } from '../../catalogue/context.ts'
import { invoke } from '../../catalogue/invoke.ts'
import type { Operation } from '../../catalogue/operation.ts'
import { AppError } from '../../lib/errors.ts'
import { answerText } from './answer-text.ts'
import type { Command, Output } from './command.ts'
import { findCommand, unknownCommand } from './find-command.ts'
import { commandHelp, generalHelp, operationHelp } from './help.ts'
import { operationInput } from './operation-input.ts'
import { reportFailure } from './report-failure.ts'

export interface CliParts {
  /** Without the program name: `['gamma_exposure', 'SPY']`. */
  readonly argv: readonly string[]
  readonly operations: readonly Operation[]
  readonly commands: readonly Command[]
  /** Called only to run an operation, because it opens the store. */
  readonly contextOf: () => Context | Promise<Context>
  /** The line of standard input that stands for the value `-`. */
  readonly readLine: () => Promise<string>
  readonly stdout: Output
  readonly stderr: Output
}

/** A value that is read from standard input: arguments are shown in lists of processes and kept in histories. */
const FROM_INPUT = '-'

/** Runs operations and commands from a terminal. Returns the exit code: 0, or that of `report-failure.ts`. */
export async function runCli(parts: CliParts): Promise<number> {
  const json = parts.argv.includes('--json')
  const words = parts.argv.filter((word) => word !== '--json')
  try {
    await dispatch(parts, words, json)
    return 0
  } catch (error) {
    return reportFailure(error, json, parts.stderr)
  }
}

async function dispatch(parts: CliParts, words: readonly string[], json: boolean): Promise<void> {
  const { commands, stdout } = parts
  const offered = parts.operations.filter(({ surfaces }) => surfaces.includes('cli'))
  const wantsHelp =
    words.length === 0 || words[0] === 'help' || words.some((word) => word === '--help' || word === '-h')
  const named = words.filter((word) => word !== 'help' && word !== '--help' && word !== '-h')
  if (named.length === 0) {
    stdout.write(generalHelp(offered, commands))
    return
  }
  const found = findCommand(named, offered, commands)
  if (!found) throw unknownCommand(named, offered, commands)
  if (found.kind === 'command') {
    if (wantsHelp) stdout.write(commandHelp(found.command))
    else await found.command.run({ args: found.rest, json, stdout })
    return
  }
  if (wantsHelp) stdout.write(operationHelp(found.operation))
  else await runOperation(parts, found.operation, found.rest, json)
}

async function runOperation(
  { contextOf, readLine, stdout }: CliParts,
  operation: Operation,
  args: readonly string[],
  json: boolean,
): Promise<void> {
  const raw = operationInput(operation, args)
  const [typed, ...others] = Object.keys(raw).filter((name) => raw[name] === FROM_INPUT)
  if (others.length > 0) throw new AppError('invalid', 'Only one value can be read from standard input.')
  if (typed !== undefined) raw[typed] = await readLine()
  const answer = await invoke(operation, raw, await contextOf())
  stdout.write(json ? `${JSON.stringify(answer, null, 2)}\n` : answerText(answer, stdout.columns))
}
