import type { Capability } from '../../domain/accounts/plan.ts'

/** Chapters of the document. */
export const TAGS = [
  { name: 'Analytics', description: 'What the options market shows: chains, volatility, exposure, flow and levels.' },
  { name: 'Trade ideas', description: 'Theses on one symbol, and how earlier ones turned out.' },
  { name: 'Notifications', description: 'What was noticed, where it is sent, and the rules that ask for it.' },
  { name: 'Account', description: 'Signing up and in, the account, and its API keys.' },
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

export function tagOf(capability: Capability): Tag {
  return BY_CAPABILITY[capability]
}
