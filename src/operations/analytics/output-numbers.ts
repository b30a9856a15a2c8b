import { z } from 'zod'

type Schema = z.core.JSONSchema.JSONSchema

/** A number somewhere in an answer. */
export interface OutputNumber {
  /** Keys from the root of the answer; lists are seen through. */
  readonly path: readonly string[]
  /** The last key. */
  readonly field: string
  /** What the schema says of it: the same text as in the OpenAPI document. */
  readonly text: string
}

/** Every number that an answer can hold, in the order of its schema. */
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
  const own = isNumber(target) ? [{ path, field: path.at(-1) ?? '', text: here }] : []
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

function resolved(schema: Schema, definitions: Readonly<Record<string, Schema>>): Schema {
  return definitions[schema.$ref?.replace('#/$defs/', '') ?? ''] ?? schema
}

/** A number that may be null has two types. */
function isNumber({ type }: Schema): boolean {
  const types: readonly unknown[] = [type].flat()
  return types.includes('number') || types.includes('integer')
}
