import type { Capability } from '../../accounts/domain/plan.ts'
import type { Operation } from '../../catalogue/operation.ts'

/** Chapters of the document. */
export const TAGS = [
  { name: 'Analytics', description: 'The options market: chains, volatility, exposure, flow and levels.' },
  { name: 'Trade ideas', description: 'Theses on one symbol, and how earlier ones turned out.' },
  {
    name: 'Notifications',
    description: 'Notifications, their channels and settings, and the alert rules that create them.',
  },
  { name: 'Account', description: 'Signing up and in, the account, and its API keys.' },
  { name: 'Operator', description: 'For operators of the service, signed in on its pages.' },
  { name: 'Service', description: 'The service itself: whether it works, and this document.' },
] as const

export type Tag = (typeof TAGS)[number]['name']

const BY_CAPABILITY: Readonly<Record<Capability, Tag>> = {
  account: 'Account',
  analytics: 'Analytics',
  notifications: 'Notifications',
  trade_ideas: 'Trade ideas',
  rest_api: 'Account',
  mcp: 'Account',
  webhook_channel: 'Notifications',
  notification_api: 'Notifications',
  notification_export: 'Notifications',
}

export function tagOf({ capability, operatorOnly }: Pick<Operation, 'capability' | 'operatorOnly'>): Tag {
  return operatorOnly ? 'Operator' : BY_CAPABILITY[capability]
}
