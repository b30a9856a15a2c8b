import type { JsonSchema } from '../input/input-fields.ts'
import type { OpenApiDocument } from '../rest/openapi-document.ts'

/** One row of a table of fields. */
export interface SchemaRow {
  /** In dotted notation: `data[].strike`. */
  readonly path: string
  readonly depth: number
  readonly type: string
  readonly required: boolean
  readonly description: string
}

const MAX_LEVELS = 5
const FORMATS: Readonly<Record<string, string>> = {
  date: 'date, YYYY-MM-DD',
  'date-time': 'instant, UTC',
  time: 'time of day',
  email: 'e-mail address',
  uri: 'URL',
}
const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  integer: 'whole number',
  null: 'null',
}

/** All fields of an object schema, including nested ones. */
export function schemaRows(schema: JsonSchema, document: OpenApiDocument): SchemaRow[] {
  return rowsOf(schema, document, '', 0)
}

/** The type of a field in words. */
export function typeText(schema: JsonSchema, document: OpenApiDocument): string {
  const target = follow(schema, document)
  if (target.const !== undefined) return `always ${String(target.const)}`
  if (target.enum) return `one of ${target.enum.map(String).join(', ')}`
  const choices = target.anyOf ?? target.oneOf
  if (choices) return [...new Set(choices.map((choice) => typeText(choice, document)))].join(' or ')
  const kinds = typeof target.type === 'string' ? [target.type] : (target.type ?? ['anything'])
  return kinds.map((kind) => kindText(kind, target, document)).join(' or ')
}

/** The bounds of a value in words; empty if there are none. */
export function boundsText({
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  default: preset,
}: JsonSchema): string {
  const bounds = [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    preset === undefined ? '' : `default ${JSON.stringify(preset)}`,
  ]
  return bounds.filter((it) => it !== '').join('; ')
}

export function follow(schema: JsonSchema, document: OpenApiDocument): JsonSchema {
  const name = schema.$ref?.split('/').at(-1)
  const target = name === undefined ? undefined : document.components.schemas[name]
  if (target === undefined) return schema
  const { $ref: _, ...own } = schema
  return { ...follow(target, document), ...own }
}

function rowsOf(schema: JsonSchema, document: OpenApiDocument, prefix: string, depth: number): SchemaRow[] {
  const { properties, required } = follow(schema, document)
  if (!properties || depth > MAX_LEVELS) return []
  return Object.entries(properties).flatMap(([name, property]) => {
    const target = follow(property, document)
    const items = target.items && follow(target.items, document)
    const path = `${prefix}${name}${items ? '[]' : ''}`
    const row = {
      path,
      depth,
      type: typeText(target, document),
      required: required?.includes(name) ?? false,
      description: target.description ?? '',
    }
    return [row, ...rowsOf(inner(items ?? target), document, `${path}.`, depth + 1)]
  })
}

/** The object in `object or null`. */
function inner(schema: JsonSchema): JsonSchema {
  return schema.anyOf?.find((choice) => choice.properties || choice.$ref) ?? schema
}

function kindText(kind: string, schema: JsonSchema, document: OpenApiDocument): string {
  if (kind === 'array') return `list of ${schema.items ? typeText(schema.items, document) : 'anything'}`
  if (kind === 'string' && schema.format) return FORMATS[schema.format] ?? 'text'
  return TYPES[kind] ?? kind
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`
  if (min !== undefined) return `${min}${unit} or more`
  return max === undefined ? '' : `at most ${max}${unit}`
}
