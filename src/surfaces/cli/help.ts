import type { Operation } from '../../catalogue/operation.ts'
import { type InputField, inputFields } from '../input/input-fields.ts'
import type { Command } from './command.ts'
import { positionals } from './operation-input.ts'

const MAX_COLUMNS = 100

/** The general help: all commands and operations. */
export function generalHelp(operations: readonly Operation[], commands: readonly Command[]): string {
  const own = commands.map(({ name, usage, summary }) => [`${name} ${usage}`.trim(), summary])
  const provided = operations.map((operation) => [usageOf(operation), operation.title])
  return [
    'Usage: optionwire COMMAND [ARGUMENTS] [--json]',
    '',
    ...section('The service', own),
    ...section('Operations', provided),
    'Every command accepts --json for JSON output and --help for its arguments.',
    'The value - is read from standard input, so that no list of processes shows it: --password -',
    '',
  ].join('\n')
}

export function commandHelp({ name, usage, summary }: Command): string {
  return `${summary}\n\nUsage: optionwire ${name} ${usage}\n`
}

export function operationHelp(operation: Operation): string {
  const fields = inputFields(operation)
  const words = fields.map((field) => [flagOf(field), meaningOf(field)])
  return [
    operation.title,
    '',
    ...wrap(operation.description, MAX_COLUMNS),
    '',
    `Usage: optionwire ${usageOf(operation)} [--json]`,
    '',
    ...section('Arguments', words),
    `Example: optionwire ${exampleOf(operation, fields)}`,
    '',
  ].join('\n')
}

function usageOf(operation: Operation): string {
  const fields = inputFields(operation)
  const words = positionals(operation, fields).map((name) => name.toUpperCase())
  const hasFlags = fields.length > words.length
  return [operation.name, ...words, hasFlags ? '[--flags]' : ''].filter((it) => it !== '').join(' ')
}

function flagOf({ name, resolved }: InputField): string {
  return resolved.type === 'boolean' ? `--${name}` : `--${name} ${name.toUpperCase()}`
}

function meaningOf({ description, required, resolved }: InputField): string {
  const choices = resolved.enum ?? resolved.items?.enum
  const values = choices ? ` ${resolved.items ? 'Any' : 'One'} of ${choices.map(String).join(', ')}.` : ''
  const preset = resolved.default === undefined ? '' : ` Default ${JSON.stringify(resolved.default)}.`
  return `${description}${values}${preset}${required ? ' Required.' : ''}`
}

function exampleOf(operation: Operation, fields: readonly InputField[]): string {
  const first = positionals(operation, fields)
  const values = new Map(Object.entries(operation.example))
  const words = first.filter((name) => values.has(name)).map((name) => quoted(values.get(name)))
  const flags = [...values]
    .filter(([name]) => !first.includes(name))
    .map(([name, value]) => `--${name} ${quoted(value)}`)
  return [operation.name, ...words, ...flags].join(' ')
}

function quoted(value: unknown): string {
  const text = typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value)
  return /^[\w.,:@/-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function section(title: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const width = Math.min(40, Math.max(...rows.map(([left = '']) => left.length)))
  const lines = rows.flatMap(([left = '', right = '']) => {
    const [first = '', ...more] = wrap(right, MAX_COLUMNS - width - 4)
    const head =
      left.length <= width ? [`  ${left.padEnd(width)}  ${first}`] : [`  ${left}`, `${indent(width)}${first}`]
    return [...head, ...more.map((line) => `${indent(width)}${line}`)]
  })
  return [`${title}:`, ...lines, '']
}

function indent(width: number): string {
  return ' '.repeat(width + 4)
}

function wrap(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + word.length + 1 > columns) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
