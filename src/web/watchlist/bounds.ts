/** The bounds of a watchlist as the texts of a form. */
import { readNumber } from '../alerts/criteria.ts'

export interface Bounds {
  premium_min?: number | undefined
  unusual_score_min?: number | undefined
  size_min?: number | undefined
}

export type BoundTexts = Readonly<Record<keyof Bounds, string>>

export const BOUND_NAMES = ['premium_min', 'unusual_score_min', 'size_min'] as const

export function textsOf(bounds: Bounds | undefined): BoundTexts {
  const text = (value: number | undefined) => (value === undefined ? '' : String(value))
  return {
    premium_min: text(bounds?.premium_min),
    unusual_score_min: text(bounds?.unusual_score_min),
    size_min: text(bounds?.size_min),
  }
}

/** Empty texts are left out. A text that is no number becomes NaN, which is sent as null, so that the service names the field. */
export function boundsOf(texts: BoundTexts): Bounds {
  const bounds: Bounds = {}
  for (const name of BOUND_NAMES) if (texts[name].trim() !== '') bounds[name] = readNumber(texts[name])
  return bounds
}

export interface Preview {
  readonly sessions: number
  readonly is_partial: boolean
  readonly per_session: number
  readonly ringing_per_session: number
}

/** `About 6 a day at these settings, 4 of them notify.` */
export function previewWords({
  sessions,
  is_partial: isPartial,
  per_session: count,
  ringing_per_session: rings,
}: Preview) {
  if (sessions === 0) return 'There are no sessions to count yet.'
  const amount = count === 0 ? 'None' : isPartial ? `${count}` : `About ${count < 10 ? count : Math.round(count)}`
  const when = isPartial ? 'so far today' : 'a day'
  const ringing = count === 0 || rings >= count ? '' : `, ${rings < 10 ? rings : Math.round(rings)} of them notify`
  return `${amount} ${when} at these settings${ringing}.`
}
