import { describe, expect, it } from 'vitest'
import { outputNumbers } from '../../../src/analytics/operations/output-numbers.ts'
import { NUMBERS } from '../../../src/app/operations.ts'
import { OptionsFlow } from '../../../src/flow/contract/flow-print.ts'
import { NetFlow } from '../../../src/flow/contract/net-flow.ts'
import { FlowOutcomes } from '../../../src/flow/contract/outcome-study.ts'
import { UnusualActivity } from '../../../src/flow/contract/unusual-activity.ts'
import { FLOW_METHODOLOGY } from '../../../src/flow/domain/flow-methodology.ts'

const numbers = [OptionsFlow, NetFlow, UnusualActivity, FlowOutcomes].flatMap(outputNumbers)

describe('the methodology of flow', () => {
  it('has an entry for every number of its answers', () => {
    const missing = numbers.map(({ field }) => field).filter((field) => !(field in NUMBERS))

    expect([...new Set(missing)]).toEqual([])
    expect(numbers.length).toBeGreaterThan(50)
  })

  it('has no entry without a number', () => {
    const fields = new Set(numbers.map(({ field }) => field))

    expect(Object.keys(FLOW_METHODOLOGY).filter((field) => !fields.has(field))).toEqual([])
  })

  it('has a text for every number', () => {
    expect(numbers.filter(({ text }) => text.length < 4).map(({ path }) => path.join('.'))).toEqual([])
    for (const { source } of Object.values(FLOW_METHODOLOGY)) expect(source).toMatch(/\.$/)
  })
})
