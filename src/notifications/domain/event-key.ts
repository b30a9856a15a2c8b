/**
 * What makes a trigger unique within an account. A replayed print or a restarted evaluator has the same keys, so it makes
 * nothing twice.
 */
export const eventKeys = {
  alert: (alertId: string, eventId: string) => `alert:${alertId}:${eventId}`,
  whaleTrade: (printId: string) => `whale_trade:${printId}`,
  unusualActivity: (printId: string) => `unusual_activity:${printId}`,
  /** All prints of a contract in a session. */
  contract: (type: string, sessionDate: string, optionSymbol: string) => `${type}_of:${sessionDate}:${optionSymbol}`,
  systemUpdate: (announcementId: string) => `system_update:${announcementId}`,
  /** `kind` says what happened, `id` to what: `key_created` and the key's id. */
  account: (kind: string, id: string) => `account:${kind}:${id}`,
} as const

const PRINT_TYPES = ['whale_trade', 'unusual_activity'] as const

/**
 * One print that is both makes two in-app records, since both filters must find it, but one message per channel. These
 * are the keys of the other records of the same print; a rule of the user's own has none.
 */
export function samePrintKeys(eventKey: string): readonly string[] {
  const colon = eventKey.indexOf(':')
  const type = eventKey.slice(0, colon)
  if (!PRINT_TYPES.some((each) => each === type)) return []
  return PRINT_TYPES.filter((each) => each !== type).map((each) => each + eventKey.slice(colon))
}

/** The whale message names the unusual score, so it is raised first. */
export function inRaisingOrder<T extends { readonly eventKey: string }>(triggers: readonly T[]): readonly T[] {
  const rank = ({ eventKey }: T) => (eventKey.startsWith('unusual_activity:') ? 1 : 0)
  return [...triggers].sort((left, right) => rank(left) - rank(right))
}
