import { z } from 'zod'

type Schema = z.core.JSONSchema.JSONSchema

/** A number somewhere in an answer. */
export interface OutputNumber {
  /** Keys from the root of the answer; lists add no key. */
  readonly path: readonly string[]
  /** The last key; of the ends of a range, the key of the range. */
  readonly field: string
  /** Description of the schema, as in the OpenAPI document. */
  readonly text: string
}

/** Every number that an answer can contain, in the order of its schema. */
export function outputNumbers(output: z.ZodType): OutputNumber[] {
  const root = z.toJSONSchema(output, { io: 'output', target: 'draft-2020-12' })
  return numbersIn({ schema: root, path: [], text: '' }, root.$defs ?? {})
}

interface Place {
  readonly schema: Schema
  readonly path: readonly string[]
  readonly text: string
}

function numbersIn({ schema, path, text }: Place, definitions: Readonly<Record<string, Schema>>): OutputNumber[] {
  const target = resolved(schema, definitions)
  const here = schema.description ?? target.description ?? text
  const own = isNumber(target) ? [{ path, field: fieldOf(path), text: here }] : []
  const inside = [...(target.anyOf ?? []), ...(target.oneOf ?? []), ...[target.items ?? []].flat()]
  const members = Object.entries(target.properties ?? {}).map(([name, member]) => ({ member, path: [...path, name] }))
  return [
    ...own,
    ...inside.flatMap((part) =>
      typeof part === 'boolean' ? [] : numbersIn({ schema: part, path, text: here }, definitions),
    ),
    ...members.flatMap(({ member, path: itsPath }) =>
      typeof member === 'boolean' ? [] : numbersIn({ schema: member, path: itsPath, text: '' }, definitions),
    ),
  ]
}

function fieldOf(path: readonly string[]): string {
  const range = path.at(-2)
  return range?.endsWith('_range') ? range : (path.at(-1) ?? '')
}

function resolved(schema: Schema, definitions: Readonly<Record<string, Schema>>): Schema {
  return definitions[schema.$ref?.replace('#/$defs/', '') ?? ''] ?? schema
}

/** A nullable number has two types. */
function isNumber({ type }: Schema): boolean {
  const types: readonly unknown[] = [type].flat()
  return types.includes('number') || types.includes('integer')
}
