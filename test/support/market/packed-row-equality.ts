/** Rows of flow in memory have their fields as getters, which comparisons of objects do not see by themselves. */
import { expect } from 'vitest'
import type { FlowRow } from '../../../src/flow/domain/flow-row.ts'
import { plainRow } from '../../../src/flow/domain/tape/packed-rows.ts'

expect.addEqualityTesters([
  function sameRows(this: { equals(a: unknown, b: unknown): boolean }, a: unknown, b: unknown) {
    if (!isPacked(a) && !isPacked(b)) return undefined
    return isRow(a) && isRow(b) && this.equals(plainRow(a), plainRow(b))
  },
])

function isRow(value: unknown): value is FlowRow {
  return typeof value === 'object' && value !== null && 'evidence' in value && 'optionSymbol' in value
}

function isPacked(value: unknown): boolean {
  return isRow(value) && !Object.hasOwn(value, 'evidence')
}
