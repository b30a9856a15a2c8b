import type { z } from 'zod'
import { type JsonSchema, jsonSchemaOf, type SchemaDirection } from '../input/input-fields.ts'

/**
 * Collects the named schemas of a document: zod puts them beside each schema under `$defs`; here they move to one
 * place, with their references. A name with different input and output forms gets a second name.
 */
export class ComponentSchemas {
  readonly #schemas = new Map<string, JsonSchema>()

  get all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => a.localeCompare(b, 'en')))
  }

  /** The schema as it appears in the document. */
  of(schema: z.ZodType, io: SchemaDirection): JsonSchema {
    const { $schema: _, $defs, ...root } = jsonSchemaOf(schema, io)
    const names = this.#nameAll($defs ?? {}, io)
    return renamed(root, names)
  }

  add(name: string, schema: JsonSchema): JsonSchema {
    this.#schemas.set(name, schema)
    return { $ref: referenceTo(name) }
  }

  #nameAll(definitions: Readonly<Record<string, JsonSchema>>, io: SchemaDirection): ReadonlyMap<string, string> {
    const names = new Map<string, string>()
    for (const [name, definition] of Object.entries(definitions)) {
      names.set(name, this.#freeName(name, renamed(definition, names), io))
    }
    for (const [name, definition] of Object.entries(definitions)) {
      this.#schemas.set(names.get(name) ?? name, renamed(definition, names))
    }
    return names
  }

  #freeName(name: string, definition: JsonSchema, io: SchemaDirection): string {
    const existing = this.#schemas.get(name)
    return existing === undefined || sameShape(existing, definition)
      ? name
      : `${name}${io === 'input' ? 'Input' : 'Output'}`
  }
}

function referenceTo(name: string): string {
  return `#/components/schemas/${name}`
}

function sameShape(a: JsonSchema, b: JsonSchema): boolean {
  const shape = (schema: JsonSchema) => JSON.stringify(schema).replaceAll(/"\$ref":"[^"]*\//g, '"$ref":"')
  return shape(a) === shape(b)
}

function renamed(schema: JsonSchema, names: ReadonlyMap<string, string>): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string') return value
    const name = value.replace('#/$defs/', '')
    return value.startsWith('#/$defs/') ? referenceTo(names.get(name) ?? name) : value
  })
}
