/**
 * OPRA condition codes of option trades (one letter, case-sensitive). An unknown code is kept and counts as a regular
 * trade.
 */

/**
 * `cancel`: cancels an earlier report. `excluded`: no market price (compression). `late`, `auction`, `cross`, `floor` and
 * `complex` (multi-leg) have a side, but no known aggressor. `regular`: electronic, single-leg.
 */
export const CONDITION_KINDS = [
  'cancel',
  'excluded',
  'late',
  'auction',
  'cross',
  'floor',
  'complex',
  'regular',
] as const

export type ConditionKind = (typeof CONDITION_KINDS)[number]

/** Which report of the contract is cancelled. */
export type CancelTarget = 'any' | 'last' | 'opening' | 'only'

export interface Condition {
  /** OPRA's four-letter name. */
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

/** The empty text is a regular trade; null for an unknown code. */
export function conditionOf(code: string): Condition | null {
  if (code === '' || code === ' ') return BLANK
  return OPRA_CONDITIONS.get(code) ?? null
}

export function isBlankCondition(condition: Condition): boolean {
  return condition === BLANK
}

export const UNKNOWN_CONDITION = regular('unknown')

function condition(
  name: string,
  kind: ConditionKind,
  { sweep = false, cancels = null }: { readonly sweep?: boolean; readonly cancels?: CancelTarget | null } = {},
): Condition {
  return { name, kind, sweep, cancels }
}
