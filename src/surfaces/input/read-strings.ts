import type { JsonSchema } from './input-fields.ts'

/**
 * Converts the strings of a URL or a command line to the type of the field's JSON Schema. An unreadable string is
 * passed on unchanged, so that the schema reports it together with all other invalid fields.
 */
export type StringReader = (value: string | readonly string[]) => unknown

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Created once per field. Lists accept commas, repetition, or both. */
export function stringReader(schema: JsonSchema): StringReader {
  const kinds = kindsOf(schema)
  if (kinds.has('array')) {
    const readItem = itemReader(kindsOf(schema.items ?? {}))
    return (value) => listOf(value).map(readItem)
  }
  const readItem = itemReader(kinds)
  // Several values for a single-value field stay a list, which the schema rejects.
  return (value) => (typeof value === 'string' ? readItem(value) : value)
}

function itemReader(kinds: ReadonlySet<string>): (text: string) => unknown {
  const isNumber = kinds.has('number') || kinds.has('integer')
  const isBoolean = kinds.has('boolean')
  const isObject = kinds.has('object')
  if (!isNumber && !isBoolean && !isObject) return (text) => text
  return (text) => {
    if (isNumber && NUMBER.test(text)) return Number(text)
    if (isBoolean && (text === 'true' || text === 'false')) return text === 'true'
    return isObject ? parsed(text) : text
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function listOf(value: string | readonly string[]): string[] {
  const texts = typeof value === 'string' ? [value] : value
  return texts.flatMap((text) => (text === '' ? [] : text.split(',').map((it) => it.trim())))
}

function kindsOf(schema: JsonSchema): Set<string> {
  const own = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  const kinds = new Set<string>(own)
  for (const choice of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    for (const kind of kindsOf(choice)) kinds.add(kind)
  }
  return kinds
}
