/**
 * What the message type of an option trade says. The codes are those of OPRA (one letter, case matters); other feeds
 * number the same codes. A code that no table has is kept as it is and counts as a regular trade.
 */

/**
 * `cancel`: takes an earlier report back. `excluded`: no market price (compression). `late`, `auction`, `cross`, `floor`
 * and `complex` keep their side as a label but say nothing of who was aggressive. `regular`: electronic, on its own.
 */
export type ConditionKind = 'cancel' | 'excluded' | 'late' | 'auction' | 'cross' | 'floor' | 'complex' | 'regular'

/** Which report of the contract a cancel takes back. */
export type CancelTarget = 'any' | 'last' | 'opening' | 'only'

export interface Condition {
  /** Four-letter name of OPRA. */
  readonly name: string
  readonly kind: ConditionKind
  /** Sent as an intermarket sweep order. */
  readonly sweep: boolean
  readonly cancels: CancelTarget | null
}

const regular = (name: string) => condition(name, 'regular')
const late = (name: string) => condition(name, 'late')
const complex = (name: string) => condition(name, 'complex')

export const OPRA_CONDITIONS: ReadonlyMap<string, Condition> = new Map([
  ['A', condition('CANC', 'cancel', { cancels: 'any' })],
  ['B', late('OSEQ')],
  ['C', condition('CNCL', 'cancel', { cancels: 'last' })],
  ['D', late('LATE')],
  ['E', condition('CNCO', 'cancel', { cancels: 'opening' })],
  ['F', late('OPEN')],
  ['G', condition('CNOL', 'cancel', { cancels: 'only' })],
  ['H', late('OPNL')],
  ['I', regular('AUTO')],
  ['J', regular('REOP')],
  ['S', condition('ISOI', 'regular', { sweep: true })],
  ['a', condition('SLAN', 'auction')],
  ['b', condition('SLAI', 'auction', { sweep: true })],
  ['c', condition('SLCN', 'cross')],
  ['d', condition('SLCI', 'cross', { sweep: true })],
  ['e', condition('SLFT', 'floor')],
  ['f', complex('MLET')],
  ['g', complex('MLAT')],
  ['h', complex('MLCT')],
  ['i', complex('MLFT')],
  ['j', complex('MESL')],
  ['k', complex('TLAT')],
  ['l', complex('MASL')],
  ['m', complex('MFSL')],
  ['n', complex('TLET')],
  ['o', complex('TLCT')],
  ['p', complex('TLFT')],
  ['q', complex('TESL')],
  ['r', complex('TASL')],
  ['s', complex('TFSL')],
  ['t', complex('CBMO')],
  ['u', condition('MCTP', 'excluded')],
  ['v', regular('EXHT')],
])

const BLANK = regular('')
const UNKNOWN = regular('unknown')

/** The empty text is a regular trade; null for a code that OPRA does not have. */
export function conditionOf(code: string): Condition | null {
  if (code === '' || code === ' ') return BLANK
  return OPRA_CONDITIONS.get(code) ?? null
}

export function isBlankCondition(condition: Condition): boolean {
  return condition === BLANK
}

/** How a trade of an unknown code is read. */
export const UNKNOWN_CONDITION = UNKNOWN

/** Polygon (now Massive): 201 to 210 for A to J, 219 for S, 227 to 231 for a to e, 232 to 248 for f to v. */
export const POLYGON_CONDITIONS: ReadonlyMap<number, string> = numbered([
  [201, 'ABCDEFGHIJ'],
  [219, 'S'],
  [227, 'abcde'],
  [232, 'fghijklmnopqrstuv'],
])

/** ThetaData: 18 automatic, 95 intermarket sweep, 125 to 129 for a to e, 130 to 144 for f to t, 147 for u, 148 for v. */
export const THETA_DATA_CONDITIONS: ReadonlyMap<number, string> = numbered([
  [18, 'I'],
  [95, 'S'],
  [125, 'abcde'],
  [130, 'fghijklmnopqrst'],
  [147, 'uv'],
])

function condition(
  name: string,
  kind: ConditionKind,
  { sweep = false, cancels = null }: { readonly sweep?: boolean; readonly cancels?: CancelTarget | null } = {},
): Condition {
  return { name, kind, sweep, cancels }
}

function numbered(runs: readonly (readonly [number, string])[]): ReadonlyMap<number, string> {
  return new Map(runs.flatMap(([first, letters]) => [...letters].map((letter, index) => [first + index, letter])))
}
