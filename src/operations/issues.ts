import type { z } from 'zod'
import type { FieldIssue } from '../domain/errors.ts'

const FORMATS: Readonly<Record<string, string>> = {
  date: 'must be a calendar date such as 2026-11-20',
  datetime: 'must be an instant in UTC such as 2026-11-20T14:30:00Z',
  time: 'must be a time of day such as 09:30',
  duration: 'must be a duration such as PT30M',
  email: 'must be an e-mail address',
  url: 'must be a URL such as https://example.com/path',
  uuid: 'must be a UUID',
  ipv4: 'must be an IPv4 address',
  ipv6: 'must be an IPv6 address',
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/** Units in which a bound counts; numbers are compared by their value and have none. */
const COUNTED: Readonly<Record<string, string>> = {
  string: 'characters',
  array: 'items',
  set: 'items',
  record: 'keys',
}

/** Kinds of which a URL or a command line may by mistake hold several. */
const TAKE_ONE = new Set(['string', 'number', 'int', 'boolean'])

/** Parses with sentences of our own: what a field must be, never the value that it was. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  return schema.safeParse(raw, { error: sentence })
}

/** Every bad field by its path in dots. */
export function issuesOf(error: z.ZodError): FieldIssue[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'is not a parameter here' }))
    }
    return [{ path: issue.path.join('.'), message: issue.message }]
  })
}

function sentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeSentence(issue.expected, issue.input)
    case 'too_small':
      return boundSentence(
        issue.origin,
        issue.minimum,
        issue.inclusive === false ? 'more than' : 'at least',
        issue.exact,
      )
    case 'too_big':
      return boundSentence(
        issue.origin,
        issue.maximum,
        issue.inclusive === false ? 'less than' : 'at most',
        issue.exact,
      )
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'does not have the form that is described'
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : `must be ${alternatives(issue.values)}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_union':
      return unionSentence(issue)
    default:
      return 'is not valid'
  }
}

function typeSentence(expected: string, input: unknown): string {
  if (input === undefined) return 'is required'
  if (Array.isArray(input) && TAKE_ONE.has(expected)) return 'must be given once, not as a list'
  return `must be ${KINDS[expected] ?? 'of another kind'}`
}

function boundSentence(origin: string, bound: number | bigint, relation: string, exact: boolean | undefined): string {
  const unit = COUNTED[origin]
  if (unit === undefined) return `must be ${relation} ${bound}`
  const noun = Number(bound) === 1 ? unit.slice(0, -1) : unit
  return exact ? `must have exactly ${bound} ${noun}` : `must have ${relation} ${bound} ${noun}`
}

function unionSentence(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  if (issue.input === undefined) return 'is required'
  const sentences = issue.errors.flat().filter((it) => it.path.length === 0)
  const forms = new Set(sentences.map((it) => it.message.replace(/^must be /, '')))
  return forms.size > 0 && forms.size === issue.errors.length
    ? `must be ${[...forms].join(', or ')}`
    : 'does not have one of the forms that are described'
}

function alternatives(values: readonly unknown[]): string {
  const texts = values.map(String)
  return texts.length === 1 ? `${texts[0]}` : `one of ${texts.join(', ')}`
}
