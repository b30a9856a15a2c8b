/** Actions on many notifications, each of which can be undone as a whole. */
export const ACTION_KINDS = ['read', 'archive', 'restore'] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

/** How long an action can be undone. */
export const UNDO_MINUTES = 10
