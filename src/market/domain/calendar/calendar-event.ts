export const EVENT_KINDS = ['macro', 'fed', 'earnings', 'dividend', 'split', 'expiration', 'holiday'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

export const EVENT_IMPORTANCES = ['low', 'medium', 'high'] as const
export type EventImportance = (typeof EVENT_IMPORTANCES)[number]

export const EVENT_STATUSES = ['scheduled', 'confirmed', 'released', 'canceled'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

/** A calendar entry as known from `knownAt` on. Instants are ISO 8601 UTC with milliseconds. */
export interface CalendarEvent {
  readonly id: string
  readonly kind: EventKind
  readonly title: string
  /** Null for an event of the whole market. */
  readonly symbol: string | null
  readonly scheduledAt: string
  readonly knownAt: string
  readonly importance: EventImportance
  readonly status: EventStatus
}
