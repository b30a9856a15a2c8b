import { expect, it } from 'vitest'
import { EVIDENCE } from '../../../src/flow/domain/score/rarity-features.ts'
import { fromFlowRowRow, toFlowRowRow } from '../../../src/flow/store/flow-row-columns.ts'
import { rowOf } from '../../support/market/flow-tape.ts'

/** What versions before the learned accumulation stored of a row. */
const EARLIER_NUMBERS = 28

it('a row stored before there was a model of accumulation is read without its odds', () => {
  const row = { ...rowOf({}), evidence: Array.from({ length: EVIDENCE.count }, (_, place) => place + 0.5) }
  const stored = toFlowRowRow(row)
  const detail = JSON.parse(stored.detail)
  const numbers = Buffer.from(detail.at(-1), 'base64').subarray(0, 8 * EARLIER_NUMBERS)
  const earlier = { ...stored, detail: JSON.stringify([...detail.slice(0, -1), numbers.toString('base64')]) }

  expect(fromFlowRowRow(stored)).toEqual(row)
  expect(fromFlowRowRow(earlier)).toEqual({ ...row, evidence: row.evidence.with(EVIDENCE.accumulation, Number.NaN) })
})
