/** How an SMS is counted: 3GPP TS 23.038 (the GSM 7-bit alphabet) and TS 23.040 (joined messages). */

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Each takes two places. */
const EXTENDED = new Set('^{}\\[~]|€\f')

const SINGLE_GSM = 160
const JOINED_GSM = 153
const SINGLE_UCS2 = 70
const JOINED_UCS2 = 67

export interface SmsLength {
  readonly encoding: 'GSM-7' | 'UCS-2'
  /** Septets or 16-bit units. */
  readonly units: number
  readonly segments: number
}

/** One character outside the alphabet turns 160 places into 70. */
export function smsLength(text: string): SmsLength {
  const septets = gsmUnits(text)
  if (septets === null) return { encoding: 'UCS-2', units: text.length, segments: ucs2Segments(text) }
  return { encoding: 'GSM-7', units: septets, segments: gsmSegments(text, septets) }
}

/** Places in the GSM alphabet; null where a character is not of it. */
export function gsmUnits(text: string): number | null {
  let units = 0
  for (const character of text) {
    const width = gsmWidth(character)
    if (width === 0) return null
    units += width
  }
  return units
}

/** 1 or 2 places, 0 for what the alphabet does not have. */
export function gsmWidth(character: string): 0 | 1 | 2 {
  if (BASIC.has(character)) return 1
  return EXTENDED.has(character) ? 2 : 0
}

function gsmSegments(text: string, units: number): number {
  return units <= SINGLE_GSM ? 1 : filled(Array.from(text, gsmWidth), JOINED_GSM)
}

function ucs2Segments(text: string): number {
  if (text.length <= SINGLE_UCS2) return 1
  return filled(
    Array.from(text, (character) => character.length),
    JOINED_UCS2,
  )
}

/** Segments that hold the characters in order, none of them cut in two. */
function filled(widths: readonly number[], size: number): number {
  let segments = 1
  let used = 0
  for (const width of widths) {
    if (used + width > size) {
      segments++
      used = 0
    }
    used += width
  }
  return segments
}
