/** What symbols are screened by. */
import { recordOf } from '../../../lib/json/record-of.ts'

/** How a number is written: the unit of its value. */
export type ScreenUnit = 'usd' | 'percent' | 'volatility' | 'points' | 'count' | 'ratio' | 'rank' | 'days'

interface NumberFieldDefinition {
  readonly title: string
  readonly unit: ScreenUnit
  readonly description: string
}

const field = (title: string, unit: ScreenUnit, description: string): NumberFieldDefinition => ({
  title,
  unit,
  description,
})

export const NUMBER_FIELDS = {
  price: field('Price', 'usd', 'Last price, USD per share.'),
  change_pct: field('Change', 'percent', 'Change from the previous close, percent.'),
  iv30: field('IV 30', 'volatility', 'Implied volatility at 30 days, decimal per year.'),
  iv_rank: field('IV rank', 'rank', 'iv30 in the range of a year, 0 to 100.'),
  iv_percentile: field('IV percentile', 'rank', 'Share of a year with a lower iv30, 0 to 100.'),
  iv_change_points: field('IV change', 'points', 'iv30 − that of the session before, volatility points.'),
  rv20: field('RV 20', 'volatility', 'Realized volatility of 20 sessions, decimal per year.'),
  rv30: field('RV 30', 'volatility', 'Realized volatility of 30 sessions, decimal per year.'),
  iv_minus_rv30: field('IV − RV', 'volatility', 'iv30 − rv30, decimal per year.'),
  rr25: field('Risk reversal', 'volatility', 'IV of the 25-delta call − that of the put at 30 days, decimal.'),
  bf25: field('Butterfly', 'volatility', 'Mean of both − iv30, decimal.'),
  term_slope_pct: field('Term slope', 'percent', '100 × (iv90 / iv30 − 1), with iv60 where iv90 is unknown.'),
  net_gex: field('Net GEX', 'usd', 'Net gamma exposure, USD per 1 % move.'),
  flip_distance_pct: field('To flip', 'percent', 'Price above the gamma flip, percent of the flip; negative below it.'),
  call_wall_distance_pct: field('To call wall', 'percent', '100 × (call wall / price − 1).'),
  put_wall_distance_pct: field('To put wall', 'percent', '100 × (put wall / price − 1).'),
  put_call_ratio_volume: field('P/C volume', 'ratio', 'Volume of puts over calls.'),
  put_call_ratio_open_interest: field('P/C OI', 'ratio', 'Open interest of puts over calls.'),
  net_premium: field('Net premium', 'usd', 'Bullish − bearish premium of the session, USD.'),
  unusual_count: field(
    'Unusual prints',
    'count',
    'Option prints of the present session with an unusual score of 95 or more.',
  ),
  total_volume: field('Option volume', 'count', 'Contracts traded in the session.'),
  volume_ratio: field('Volume ratio', 'ratio', 'Shares traded in the session over the mean of the 20 sessions before.'),
  total_open_interest: field('Open interest', 'count', 'Contracts.'),
  open_interest_change_pct: field(
    'OI change',
    'percent',
    'Open interest against the last chain of the session before.',
  ),
  days_to_earnings: field('To earnings', 'days', 'Calendar days to the next report that is announced or estimated.'),
  expected_move_pct: field('Expected move', 'percent', '100 × iv30 × √(30/365): one standard deviation in 30 days.'),
  report_move_pct: field('Report move', 'percent', 'Move that options imply for the next report alone, one deviation.'),
  atm_spread_pct: field('Spread', 'percent', 'Bid to ask in percent of the mid, at the money near 30 days.'),
} as const satisfies Readonly<Record<string, NumberFieldDefinition>>

/** Fields whose values are names; a filter compares them with = and !=. */
export const TEXT_FIELDS = {
  state: {
    title: 'Term structure',
    description: 'contango, backwardation or flat.',
    values: ['contango', 'backwardation', 'flat', 'unknown'],
  },
  gamma_regime: { title: 'Gamma regime', description: 'Sign of net_gex.', values: ['positive', 'negative'] },
  sector: { title: 'Sector', description: 'As the source names it.', values: null },
} as const satisfies Readonly<Record<string, { title: string; description: string; values: readonly string[] | null }>>

export type NumberField = keyof typeof NUMBER_FIELDS
export type TextField = keyof typeof TEXT_FIELDS
export type ScreenField = NumberField | TextField

export const NUMBER_FIELD_NAMES: readonly NumberField[] = Object.keys(NUMBER_FIELDS).filter(isNumberField)
export const TEXT_FIELD_NAMES: readonly TextField[] = Object.keys(TEXT_FIELDS).filter(isTextField)
export const SCREEN_FIELDS: readonly ScreenField[] = [...NUMBER_FIELD_NAMES, ...TEXT_FIELD_NAMES]

export function isNumberField(name: string): name is NumberField {
  return Object.hasOwn(NUMBER_FIELDS, name)
}

export function isTextField(name: string): name is TextField {
  return Object.hasOwn(TEXT_FIELDS, name)
}

export function byNumberField<Value extends object>(
  make: (field: NumberField) => Value,
): Readonly<Record<NumberField, Value>> {
  return recordOf(NUMBER_FIELD_NAMES, make)
}

export function byTextField<Value extends object>(
  make: (field: TextField) => Value,
): Readonly<Record<TextField, Value>> {
  return recordOf(TEXT_FIELD_NAMES, make)
}
