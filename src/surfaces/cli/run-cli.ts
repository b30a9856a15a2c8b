import type { Context } from '../../operations/context.ts'
import { invoke } from '../../operations/invoke.ts'
import type { Operation } from '../../operations/operation.ts'
import { answerText } from './answer-text.ts'
import { findCommand, unknownCommand } from './find-command.ts'
import { commandHelp, generalHelp, operationHelp } from './help.ts'
import { operationInput } from './operation-input.ts'
import { reportFailure } from './report-failure.ts'

/** A command that is no operation: it starts the service, reads files, or copies the store. */
export interface Command {
  /** One word, for example `serve`; what follows it is the command's own. */
  readonly name: string
  /** Arguments as a reader sees them: `chain|bars FILE… --symbol S`. */
  readonly usage: string
  readonly summary: string
  run(call: CommandCall): Promise<void>
}

export interface CommandCall {
  readonly args: readonly string[]
  readonly json: boolean
  readonly stdout: Output
}

export interface Output {
  write(text: string): unknown
  /** Characters in a line, for a terminal. */
  readonly columns?: number | undefined
}

export interface CliParts {
  /** Without the program itself: `['gamma_exposure', 'SPY']`. */
  readonly argv: readonly string[]
  readonly operations: readonly Operation[]
  readonly commands: readonly Command[]
  /** Asked only when an operation is really run, since it opens the store. */
  readonly contextOf: () => Context | Promise<Context>
  readonly stdout: Output
  readonly stderr: Output
}

/** Every operation from a terminal. Answers the exit code: 0, or what `report-failure.ts` says of the error. */
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
  const asksHelp = words.length === 0 || words[0] === 'help' || words.some((word) => word === '--help' || word === '-h')
  const named = words.filter((word) => word !== 'help' && word !== '--help' && word !== '-h')
  if (named.length === 0) {
    stdout.write(generalHelp(offered, commands))
    return
  }
  const found = findCommand(named, offered, commands)
  if (!found) throw unknownCommand(named, offered, commands)
  if (found.kind === 'command') {
    if (asksHelp) stdout.write(commandHelp(found.command))
    else await found.command.run({ args: found.rest, json, stdout })
    return
  }
  if (asksHelp) stdout.write(operationHelp(found.operation))
  else await runOperation(parts, found.operation, found.rest, json)
}

async function runOperation(
  { contextOf, stdout }: CliParts,
  operation: Operation,
  args: readonly string[],
  json: boolean,
): Promise<void> {
  const raw = operationInput(operation, args)
  const answer = await invoke(operation, raw, await contextOf())
  stdout.write(json ? `${JSON.stringify(answer, null, 2)}\n` : answerText(answer, stdout.columns))
}
