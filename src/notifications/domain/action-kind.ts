/** Actions on many notifications, each of which can be undone as a whole. */
export const ACTION_KINDS = ['read', 'archive', 'restore'] as const
export type ActionKind = (typeof ACTION_KINDS)[number]
