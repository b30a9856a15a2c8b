import { z } from 'zod'

/** Plans, lowest first. In text they are "the Gamma plan", so that they are not taken for the Greeks. */
export const PLANS = ['delta', 'gamma', 'theta', 'vega'] as const

export const Plan = z.enum(PLANS).describe('Plan of the account, lowest first: delta, gamma, theta, vega.')
export type Plan = z.infer<typeof Plan>

/**
 * The one table that says which capability needs which plan (the plan-gating table of the specification). Every
 * surface asks it. `analytics` and `account` are open to every plan: it is the way in (`rest_api`, `mcp`) that costs.
 */
export const REQUIRED_PLAN = {
  account: 'delta',
  analytics: 'delta',
  notifications: 'gamma',
  trade_ideas: 'theta',
  rest_api: 'vega',
  mcp: 'vega',
  webhook_channel: 'vega',
  notification_api: 'vega',
  notification_export: 'vega',
} as const satisfies Record<string, Plan>

export type Capability = keyof typeof REQUIRED_PLAN

export function allows(plan: Plan, capability: Capability): boolean {
  return PLANS.indexOf(plan) >= PLANS.indexOf(REQUIRED_PLAN[capability])
}

/** The plan as a person reads it: "the Vega plan". */
export function planTitle(plan: Plan): string {
  return `the ${plan.charAt(0).toUpperCase()}${plan.slice(1)} plan`
}
