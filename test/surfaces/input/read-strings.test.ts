import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { jsonSchemaOf } from '../../../src/surfaces/input/input-fields.ts'
import { stringReader } from '../../../src/surfaces/input/read-strings.ts'

const read = (schema: z.ZodType, value: string | string[]) => stringReader(jsonSchemaOf(schema, 'input'))(value)

describe('stringReader', () => {
  it.each([
    [z.string(), '12', '12'],
    [z.number(), '12', 12],
    [z.number(), '-0.5', -0.5],
    [z.number(), '1e3', 1000],
    [z.int().min(0).max(9), '7', 7],
    [z.number(), '', ''],
    [z.number(), ' 1', ' 1'],
    [z.number(), '+1', '+1'],
    [z.number(), '.5', '.5'],
    [z.number(), '1_000', '1_000'],
    [z.number().nullable(), '5', 5],
    [z.boolean(), 'true', true],
    [z.boolean(), 'TRUE', 'TRUE'],
    [z.boolean(), '1', '1'],
    [z.enum(['1', '2']), '1', '1'],
    [z.union([z.number(), z.enum(['max'])]), '3', 3],
    [z.union([z.number(), z.enum(['max'])]), 'max', 'max'],
    [z.array(z.number()), '1,2', [1, 2]],
    [z.array(z.number()), ['1,2', '3'], [1, 2, 3]],
    [z.array(z.string()), 'a', ['a']],
    [z.array(z.string()), '', []],
    [z.number(), ['1', '2'], ['1', '2']],
    [z.object({ a: z.number() }), '{"a":1}', { a: 1 }],
    [z.object({ a: z.number() }), '{a', '{a'],
  ])('case %#', (schema, value, expected) => {
    expect(read(schema, value)).toEqual(expected)
  })

  it('reads every number that was written as one', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const text = String(number)
        expect(read(z.number(), text)).toBe(Number(text))
      }),
    )
  })
})
