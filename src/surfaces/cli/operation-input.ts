import type { Operation } from '../../catalogue/operation.ts'
import { type FieldIssue, invalid } from '../../lib/errors.ts'
import { nearest } from '../../lib/math/nearest.ts'
import { type InputField, inputFields, pathNames } from '../input/input-fields.ts'
import { stringReader } from '../input/read-strings.ts'
import { underscored } from './find-command.ts'

/**
 * Parses arguments to the operation's input: flags have the names of its fields (`--dte_max 30`, `--dte-max=30`), a
 * switch needs no value, and words without a flag fill the path parameters, then the other required fields, in order.
 */
export function operationInput(operation: Operation, args: readonly string[]): Record<string, unknown> {
  const fields = inputFields(operation)
  const { flags, words, issues } = split(args, fields)
  const values = new Map(flags)
  const order = positionals(operation, fields).filter((name) => !values.has(name))
  for (const [index, word] of words.entries()) {
    const name = order[index]
    if (name === undefined) issues.push({ path: word, message: 'is an extra argument' })
    else values.set(name, [word])
  }
  if (issues.length > 0) throw invalid(issues, `See the usage: optionwire ${operation.name} --help`)
  const input: Record<string, unknown> = {}
  for (const { name, resolved } of fields) {
    const texts = values.get(name)
    if (texts) input[name] = stringReader(resolved)(texts.length === 1 ? (texts[0] ?? '') : texts)
  }
  return input
}

/** Names of the fields that words without a flag fill, in order. */
export function positionals({ route }: Operation, fields: readonly InputField[]): string[] {
  const inPath = pathNames(route?.path ?? '')
  const required = fields.filter(({ name, required: must }) => must && !inPath.includes(name))
  return [...inPath, ...required.map(({ name }) => name)]
}

interface Split {
  readonly flags: Map<string, string[]>
  readonly words: string[]
  readonly issues: FieldIssue[]
}

function split(args: readonly string[], fields: readonly InputField[]): Split {
  const result: Split = { flags: new Map(), words: [], issues: [] }
  const rest = [...args]
  while (rest.length > 0) {
    const word = rest.shift() ?? ''
    if (word === '--') {
      result.words.push(...rest.splice(0))
    } else if (word.startsWith('--')) takeFlag(word.slice(2), rest, fields, result)
    else result.words.push(word)
  }
  return result
}

function takeFlag(flag: string, rest: string[], fields: readonly InputField[], { flags, issues }: Split): void {
  const equals = flag.indexOf('=')
  const name = underscored(equals === -1 ? flag : flag.slice(0, equals))
  const negated = name.startsWith('no_') && isSwitch(fields, name.slice('no_'.length))
  const field = negated ? name.slice('no_'.length) : name
  if (!fields.some((it) => it.name === field)) {
    issues.push({ path: `--${flag.slice(0, equals === -1 ? undefined : equals)}`, message: unknownFlag(field, fields) })
    return
  }
  const value = negated ? 'false' : flagValue(flag, equals, rest, isSwitch(fields, field))
  if (value === undefined) issues.push({ path: `--${field}`, message: 'needs a value' })
  else flags.set(field, [...(flags.get(field) ?? []), value])
}

/** The text after `=`, otherwise the next word; a switch alone is true. */
function flagValue(flag: string, equals: number, rest: string[], isSwitched: boolean): string | undefined {
  if (equals !== -1) return flag.slice(equals + 1)
  const next = rest[0]
  if (isSwitched) return next === 'true' || next === 'false' ? rest.shift() : 'true'
  return next === undefined || next.startsWith('--') ? undefined : rest.shift()
}

function isSwitch(fields: readonly InputField[], name: string): boolean {
  return fields.some((field) => field.name === name && field.resolved.type === 'boolean')
}

function unknownFlag(name: string, fields: readonly InputField[]): string {
  const near = nearest(
    name,
    fields.map((field) => field.name),
  )
  return near.length > 0 ? `is not a flag here; did you mean --${near.join(', --')}?` : 'is not a flag here'
}
