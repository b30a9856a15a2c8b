import type { Concise, Operation } from '../../catalogue/operation.ts'
import { type JsonSchema, jsonSchemaOf } from '../input/input-fields.ts'
import { FORMATS } from './answers/tool-answer.ts'

/** An operation in `tools/list`. */
export interface ToolDefinition {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  readonly annotations: Readonly<Record<string, boolean>>
}

export function toolDefinition(operation: Operation): ToolDefinition {
  const { name, title, description, foreignTexts, tool } = operation
  const isReadOnly = tool?.changes !== true
  return {
    name,
    title,
    description: plain(
      isChosen(operation) ? `${description} Shows ${lowerFirst(operation.concise.view)}` : description,
    ),
    inputSchema: inputSchema(operation),
    outputSchema: outputSchema(operation),
    annotations: {
      readOnlyHint: isReadOnly,
      destructiveHint: false,
      idempotentHint: isReadOnly,
      // These texts come from third parties.
      openWorldHint: foreignTexts !== undefined,
    },
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** Typographic characters cost a model tokens, and each an extra byte in the list. */
function plain(text: string): string {
  return text.replaceAll('’', "'").replace(/[−–]/g, '-')
}

/** The first value is the default. */
const RESPONSE_FORMAT: JsonSchema = { type: 'string', enum: FORMATS }

/** Texts that appear in nearly every tool, in as few words as a model needs. */
const SHORT_TYPES: Readonly<Record<string, JsonSchema>> = {
  UnderlyingSymbol: { type: 'string', description: 'Ticker.' },
  TradingDate: { type: 'string', format: 'date', description: 'A past session.' },
}

const SHORT_FIELDS: Readonly<Record<string, JsonSchema>> = {
  criteria: {
    description:
      'option_flow: symbols, option_type, premium_min, premium_max, unusual_score_min, sides, dte_min, dte_max, volume_oi_ratio_min, alert_types, trade_types. trade_idea: symbols, direction, strategies, min_confidence. market_level: symbols, level, value, direction. screen: filters of screener, symbols.',
  },
  dte_min: { description: 'Least calendar days from session_date.' },
  dte_max: { description: 'Most calendar days from session_date.' },
  fields: { items: { type: 'string' }, description: 'Columns, of those in detailed.' },
}

/** The refusal of a wrong value lists the values. */
const MANY_CHOICES = new Set(['alert_type', 'template'])

function withoutChoices({ enum: _, ...field }: JsonSchema): JsonSchema {
  return field
}

/** Whether a model should know that there is a complete answer, too. */
function isChosen(operation: Operation): operation is Operation & { readonly concise: Concise } {
  return operation.concise !== undefined && operation.tool?.unlisted?.includes('response_format') !== true
}

function inputSchema(operation: Operation): JsonSchema {
  const { input, tool } = operation
  const root = bare(jsonSchemaOf(input, 'input'), inputTidy)
  const { limit, cursor, ...rest } = root.properties ?? {}
  const others = Object.entries(rest)
    .filter(([name]) => !tool?.withheld?.includes(name) && !tool?.unlisted?.includes(name))
    .map(([name, field]) => [
      name,
      { ...(MANY_CHOICES.has(name) ? withoutChoices(field) : field), ...SHORT_FIELDS[name] },
    ])
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(others),
      ...(limit && { limit: { ...withoutDefault(limit), description: 'Most rows.' } }),
      ...(cursor && { cursor: { type: 'string', description: 'A next_cursor.' } }),
      ...(isChosen(operation) && { response_format: RESPONSE_FORMAT }),
    },
    ...(root.required && { required: root.required }),
    additionalProperties: false,
  }
}

/** REST has another default than the usual view, which the description states. */
function withoutDefault({ default: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}

/** One schema for both forms: the list as objects, or as columns and rows. */
function outputSchema({ output, concise, tool }: Operation): JsonSchema {
  const root = bare(jsonSchemaOf(output, 'output'), outputTidy)
  const properties: Record<string, JsonSchema> = { ...root.properties }
  for (const name of tool?.hidden ?? []) delete properties[name]
  for (const [name, { columns }] of Object.entries(concise?.lists ?? {})) {
    const list = properties[name]
    if (columns && list) properties[name] = { anyOf: [list, { $ref: '#/$defs/table' }] }
  }
  const table = concise?.table?.list
  // What the short form leaves out, or the list does not describe, is not promised.
  const absent = new Set([table, ...(tool?.hidden ?? []), ...(concise?.omitted ?? [])])
  const required = (root.required ?? []).filter((name) => !absent.has(name))
  if (table === undefined) return withDefinitions({ ...root, properties, required })
  return withDefinitions({
    ...root,
    properties: { ...properties, ...COLUMNS_AND_ROWS.properties },
    required,
    anyOf: [{ required: [table] }, { required: COLUMNS_AND_ROWS.required }],
  })
}

const COLUMNS_AND_ROWS = {
  type: 'object',
  properties: {
    constants: { type: 'object' },
    columns: { type: 'array', items: { type: 'string' } },
    rows: { type: 'array', items: { type: 'array' } },
  },
  required: ['columns', 'rows'],
} satisfies JsonSchema

/** Repeated parts, defined once. */
const DEFINITIONS: Readonly<Record<string, JsonSchema>> = {
  num: { anyOf: [{ type: 'number' }, { type: 'null' }] },
  table: COLUMNS_AND_ROWS,
}

function withDefinitions(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema).replaceAll(JSON.stringify(DEFINITIONS['num']), '{"$ref":"#/$defs/num"}')
  const used = Object.entries(DEFINITIONS).filter(([name]) => text.includes(`"#/$defs/${name}"`))
  return { ...JSON.parse(text), ...(used.length > 0 && { $defs: Object.fromEntries(used) }) }
}

type Tidy = (schema: JsonSchema, depth: number) => JsonSchema

/** A schema without references, with each part shortened. */
function bare({ $schema: _, $defs = {}, ...root }: JsonSchema, tidy: Tidy): JsonSchema {
  const walk = (schema: JsonSchema, depth: number, inList: boolean): JsonSchema => {
    const { additionalProperties: __, ...rest } = tidy(referred(schema, $defs, inList), depth)
    return oneTypeEach({
      ...rest,
      ...(rest.properties && { properties: mapped(rest.properties, (it) => walk(it, depth + 1, false)) }),
      ...(rest.items && { items: walk(rest.items, depth, true) }),
      ...(rest.anyOf && { anyOf: rest.anyOf.map((it) => walk(it, depth, inList)) }),
    })
  }
  return walk(root, 0, false)
}

/** Resolves a reference; the complete answer of another tool becomes just an object. */
function referred(
  { $ref, ...own }: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
  inList: boolean,
): JsonSchema {
  if ($ref === undefined) return own
  const name = $ref.replace('#/$defs/', '')
  const short = SHORT_TYPES[name]
  if (short) return { ...short, ...own }
  const target = definitionOf(name, definitions)
  return target.properties && !inList ? { ...own, type: 'object' } : { ...target, ...own }
}

function definitionOf(name: string, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const found = definitions[name]
  if (!found) throw new Error(`A schema refers to ${name}, which is not defined`)
  return found
}

/** Some clients support one type per schema. */
function oneTypeEach(schema: JsonSchema): JsonSchema {
  const { type, description, ...rest } = schema
  if (!Array.isArray(type)) return schema
  const choices = type.map((one) => (one === 'null' ? { type: one } : { type: one, ...rest }))
  return { anyOf: choices, ...(description !== undefined && { description }) }
}

/** Our own parser rejects what is left out here, with a message; bounds stay where a caller might exceed them. */
function inputTidy(schema: JsonSchema): JsonSchema {
  const {
    pattern: _,
    minLength: __,
    maxLength: ___,
    minItems: ____,
    maxItems: _____,
    propertyNames: ______,
    ...kept
  } = schema
  const { minimum = 0, maximum = LARGE_BOUND, description, ...rest } = kept
  return {
    ...rest,
    ...(minimum > 1 && { minimum }),
    ...(maximum < LARGE_BOUND && { maximum }),
    ...(description !== undefined && { description: plain(description.replace(', YYYY-MM-DD', '')) }),
  }
}

/** Larger bounds do not matter for answers of a readable size. */
const LARGE_BOUND = 1_000

/**
 * Models do not see output schemas, clients validate against them: names and types matter, texts and bounds do not.
 * Answers of other tools are just objects.
 */
function outputTidy(schema: JsonSchema, depth: number): JsonSchema {
  const { description: _, pattern: __, format: ___, minimum: ____, maximum: _____, minLength: ______, ...rest } = schema
  if (depth === 0) return rest
  const { enum: _______, required: ________, ...inner } = rest
  return inner
}

function mapped(
  schemas: Readonly<Record<string, JsonSchema>>,
  change: (schema: JsonSchema) => JsonSchema,
): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]))
}
