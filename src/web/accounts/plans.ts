import { allows, type Capability, PLANS, REQUIRED_PLAN } from '../../accounts/domain/plan.ts'
import { PLAN_LIMITS } from '../../notifications/domain/delivery/plan-limits.ts'

/** Plans in words, from the same tables that the service uses. */

const CAPABILITIES: Readonly<Record<Capability, string>> = {
  account: 'An account',
  analytics: 'Analytics pages: gamma, volatility, flow, chains',
  notifications: 'Alerts, the bell, e-mail, SMS, push, chat',
  trade_ideas: 'Trade ideas, and alerts on them',
  rest_api: 'API keys and the REST API',
  mcp: 'MCP: the analytics as tools for a model',
  webhook_channel: 'Webhooks, signed',
  notification_api: 'Notifications over the REST API',
  notification_export: 'Notifications as CSV',
}

export interface PlanRow {
  readonly title: string
  /** Whether each plan has it, or its limit, in the order of `PLANS`. */
  readonly cells: readonly (boolean | number)[]
}

export function planTable(): readonly PlanRow[] {
  const capabilities = Object.entries(CAPABILITIES).flatMap(([name, title]) =>
    isCapability(name) ? [{ title, cells: PLANS.map((plan) => allows(plan, name)) }] : [],
  )
  return [
    ...capabilities,
    { title: 'Notifications per hour and channel', cells: PLANS.map((plan) => PLAN_LIMITS[plan].hour) },
    { title: 'Notifications per day and channel', cells: PLANS.map((plan) => PLAN_LIMITS[plan].day) },
    { title: 'SMS per day', cells: PLANS.map((plan) => PLAN_LIMITS[plan].smsDay) },
  ]
}

export function planName(plan: string): string {
  return `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`
}

function isCapability(name: string): name is Capability {
  return name in REQUIRED_PLAN
}
