import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { issuesOf, parseInput } from '../../src/catalogue/issues.ts'

function sentences(schema: z.ZodType, value: unknown): string[] {
  const parsed = parseInput(z.object({ field: schema }), { field: value })
  return parsed.success ? [] : issuesOf(parsed.error).map(({ path, message }) => `${path} ${message}`)
}

describe('what is said of a bad field', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, 'field is required'],
    [z.enum(['a', 'b']), undefined, 'field is required'],
    [z.literal('a'), 'b', 'field must be a'],
    [z.number(), 'x', 'field must be a number'],
    [z.number(), Number.NaN, 'field must be a number'],
    [z.int(), 1.5, 'field must be a whole number'],
    [z.string(), ['a'], 'field must appear once, not as a list'],
    [z.array(z.string()), 'a', 'field must be a list'],
    [z.record(z.string(), z.string()), 1, 'field must be an object'],
    [z.null(), 1, 'field must be null'],
    [z.number().positive(), 0, 'field must be more than 0'],
    [z.number().lt(1), 1, 'field must be less than 1'],
    [z.number().max(1), 2, 'field must be at most 1'],
    [z.number().multipleOf(5), 2, 'field must be a multiple of 5'],
    [z.string().length(2), 'a', 'field must have exactly 2 characters'],
    [z.string().min(1), '', 'field must have at least 1 character'],
    [z.array(z.string()).min(1), [], 'field must have at least 1 item'],
    [z.iso.datetime(), 'x', 'field must be an instant in UTC such as 2026-11-20T14:30:00Z'],
    [z.url(), 'x', 'field must be a URL such as https://example.com/path'],
    [z.string().regex(/^a$/), 'x', 'field does not have the described format'],
    [z.string().regex(/^a$/, 'must be the letter a'), 'x', 'field must be the letter a'],
    [z.union([z.boolean(), z.number()]), 'x', 'field must be true or false, or a number'],
    [
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
      { kind: 'c' },
      'field.kind does not have one of the described formats',
    ],
    [z.strictObject({}), { x: 1 }, 'field.x is not a parameter here'],
    [z.string().refine(() => false), 'x', 'field is not valid'],
  ])('case %#', (schema, value, expected) => {
    expect(sentences(schema, value)).toEqual([expected])
  })
})
