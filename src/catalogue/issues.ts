import type { z } from 'zod'
import type { FieldIssue } from '../lib/errors.ts'
import { nearestWord } from '../lib/text/nearest-word.ts'

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

/** Units of bounds by type; numbers have none. */
const UNITS: Readonly<Record<string, string>> = {
  string: 'characters',
  array: 'items',
  set: 'items',
  record: 'keys',
}

/** Types that a URL or a command line may repeat by mistake. */
const SINGLE_VALUES = new Set(['string', 'number', 'int', 'boolean'])

/** Parses with this service's own messages, which say what a field must be and never repeat its value. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  return schema.safeParse(raw, { error: sentence })
}

/** Fields with a NUL in them, which is in no text that anybody types, and which PostgreSQL cannot store. */
export function nulIssues(raw: unknown): FieldIssue[] {
  if (typeof raw !== 'object' || raw === null) return []
  const found = Object.entries(raw).filter(([, value]) => hasNul(value))
  return found.map(([path]) => ({ path, message: 'must not contain the character NUL' }))
}

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNul)
}

/** Every invalid field with its path, joined by dots. `parameters` are those that exist: the nearest is named. */
export function issuesOf(error: z.ZodError, parameters: readonly string[] = []): FieldIssue[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const known = issue.path.length === 0 ? parameters : []
      return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: unknownKey(key, known) }))
    }
    return [{ path: issue.path.join('.'), message: issue.message }]
  })
}

/** Longer names are no misspelled ones. */
const MAX_MISSPELLED = 60

function unknownKey(key: string, parameters: readonly string[]): string {
  const nearest = key.length <= MAX_MISSPELLED ? nearestWord(key, parameters) : undefined
  return nearest ? `is not a parameter here: the nearest is ${nearest}` : 'is not a parameter here'
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
      return FORMATS[issue.format] ?? 'does not have the described format'
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
  if (Array.isArray(input) && SINGLE_VALUES.has(expected)) return 'must appear once, not as a list'
  return `must be ${KINDS[expected] ?? 'of another type'}`
}

function boundSentence(origin: string, bound: number | bigint, relation: string, exact: boolean | undefined): string {
  const unit = UNITS[origin]
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
    : 'does not have one of the described formats'
}

function alternatives(values: readonly unknown[]): string {
  const texts = values.map(String)
  return texts.length === 1 ? `${texts[0]}` : `one of ${texts.join(', ')}`
}
