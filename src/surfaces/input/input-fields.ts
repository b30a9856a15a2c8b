import { z } from 'zod'
import type { Operation } from '../../catalogue/operation.ts'

/** The part of zod's JSON Schema that surfaces read. */
export interface JsonSchema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
  readonly required?: readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly [keyword: string]: unknown
}

export type SchemaDirection = 'input' | 'output'

/** One field of an operation's input, for URLs, flags and documents. */
export interface InputField {
  readonly name: string
  readonly required: boolean
  /** The schema as written, possibly a reference; its own description takes precedence over that of the target. */
  readonly schema: JsonSchema
  /** The schema with references resolved. */
  readonly resolved: JsonSchema
  readonly description: string
}

/** A plain copy: zod's type allows forms that it never writes. */
export function jsonSchemaOf(schema: z.ZodType, io: SchemaDirection): JsonSchema {
  return JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io, target: 'draft-2020-12' })))
}

/** An operation never changes, and every surface asks for its fields. To work them out is a third of composing a server. */
const known = new WeakMap<Operation, readonly InputField[]>()

export function inputFields(operation: Operation): readonly InputField[] {
  const before = known.get(operation)
  if (before) return before
  const fields = fieldsOf(operation)
  known.set(operation, fields)
  return fields
}

function fieldsOf({ input }: Operation): InputField[] {
  const root = jsonSchemaOf(input, 'input')
  return Object.entries(root.properties ?? {}).map(([name, schema]) => {
    const resolved = resolve(schema, root.$defs ?? {})
    return {
      name,
      required: root.required?.includes(name) ?? false,
      schema,
      resolved,
      description: schema.description ?? resolved.description ?? '',
    }
  })
}

/** Names of path parameters, in order: `symbol` in `/stocks/:symbol/quote`. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
}

/** Resolves references at the top level and in lists. */
function resolve(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const name = schema.$ref?.replace('#/$defs/', '')
  const target = name === undefined ? schema : { ...definitions[name], ...withoutRef(schema) }
  if (target.items) return { ...target, items: resolve(target.items, definitions) }
  if (target.anyOf) return { ...target, anyOf: target.anyOf.map((it) => resolve(it, definitions)) }
  return target
}

function withoutRef({ $ref: _, ...rest }: JsonSchema): JsonSchema {
  return rest
}
