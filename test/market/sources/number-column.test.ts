import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NumberColumn } from '../../../src/market/sources/number-column.ts'

it('gives views that stay right whatever is added later', () => {
  fc.assert(
    fc.property(fc.array(fc.double(), { maxLength: 5000 }), fc.nat(5000), (values, early) => {
      const column = new NumberColumn()
      for (const value of values.slice(0, early)) column.push(value)
      const view = column.view(early)
      for (const value of values.slice(early)) column.push(value)
      expect([...view]).toEqual(values.slice(0, early))
      expect([...column.view(values.length + 10)]).toEqual(values)
      expect(column.at(values.length)).toBeNaN()
      expect(column.at(0)).toEqual(values[0] ?? Number.NaN)
    }),
    { numRuns: 50 },
  )
})
