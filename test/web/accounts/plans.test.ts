import { describe, expect, it } from 'vitest'
import { allows, PLANS, REQUIRED_PLAN } from '../../../src/accounts/domain/plan.ts'
import { planTable } from '../../../src/web/accounts/plans.ts'

describe('the table of plans', () => {
  it('has a row for every capability, ticked as the service asks it', () => {
    const ticks = planTable().filter(({ cells }) => cells.every((cell) => typeof cell === 'boolean'))
    const asked = Object.keys(REQUIRED_PLAN).map((name) =>
      PLANS.map((plan) => allows(plan, name as keyof typeof REQUIRED_PLAN)).join(),
    )

    expect(ticks.map(({ cells }) => cells.join()).sort()).toEqual(asked.sort())
  })

  it('has the limits of notifications', () => {
    const rows = new Map(planTable().map(({ title, cells }) => [title, cells]))

    expect(rows.get('SMS per day')).toEqual([0, 25, 50, 100])
  })
})
