/** Plans, lowest first. Texts say "the Gamma plan", so that a plan is not mistaken for a Greek. */
export const PLANS = ['delta', 'gamma', 'theta', 'vega'] as const

export type Plan = (typeof PLANS)[number]

/**
 * The lowest plan for each capability (the plan-gating table of the specification). Every surface reads this table.
 * `analytics` and `account` are open to every plan: access by program (`rest_api`, `mcp`) needs a plan.
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

/** The plan in a sentence: "the Vega plan". */
export function planTitle(plan: Plan): string {
  return `the ${plan.charAt(0).toUpperCase()}${plan.slice(1)} plan`
}
