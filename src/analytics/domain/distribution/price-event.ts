/** An end of the price that a probability is asked for. */

/** `above` below `below`: between them; otherwise outside them. USD per share. */
export interface PriceEvent {
  readonly above?: number | undefined
  readonly below?: number | undefined
}

/** `below`: probability of a lower price. NaN without an event, or where that is unknown. */
export function chanceOf(below: (price: number) => number, event: PriceEvent): number {
  const [above, under] = [event.above, event.below]
  if (above === undefined) return under === undefined ? Number.NaN : below(under)
  if (under === undefined) return 1 - below(above)
  return above < under ? below(under) - below(above) : below(under) + 1 - below(above)
}

/** Null without an event. */
export function eventWords({ above, below }: PriceEvent, date: string): string | null {
  if (above === undefined) return below === undefined ? null : `ends below ${below} on ${date}`
  if (below === undefined) return `ends above ${above} on ${date}`
  return above < below
    ? `ends between ${above} and ${below} on ${date}`
    : `ends below ${below} or above ${above} on ${date}`
}
