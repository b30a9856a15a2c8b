/** Screens that many people make: filters, order and columns. */
import type { ScreenField } from './screen-fields.ts'

export interface ScreenPreset {
  readonly title: string
  readonly filters: readonly string[]
  readonly sort: string
  readonly fields: readonly ScreenField[]
}

/** Columns where none are chosen. */
export const USUAL_FIELDS = [
  'price',
  'change_pct',
  'iv30',
  'iv_rank',
  'iv_minus_rv30',
  'net_gex',
  'flip_distance_pct',
  'net_premium',
  'days_to_earnings',
] as const satisfies readonly ScreenField[]

export const SCREEN_PRESETS = {
  rich_volatility: {
    title: 'Rich volatility',
    filters: ['iv_rank >= 50', 'iv_minus_rv30 > 0'],
    sort: '-iv_minus_rv30',
    fields: ['price', 'change_pct', 'iv30', 'rv30', 'iv_minus_rv30', 'iv_rank', 'days_to_earnings', 'atm_spread_pct'],
  },
  cheap_volatility: {
    title: 'Cheap volatility',
    filters: ['iv_rank <= 30', 'iv30 < rv30'],
    sort: 'iv_minus_rv30',
    fields: ['price', 'change_pct', 'iv30', 'rv30', 'iv_minus_rv30', 'iv_rank', 'expected_move_pct', 'atm_spread_pct'],
  },
  before_earnings: {
    title: 'Before earnings',
    filters: ['days_to_earnings <= 14'],
    sort: 'days_to_earnings',
    fields: ['price', 'days_to_earnings', 'report_move_pct', 'iv30', 'iv_rank', 'term_slope_pct', 'net_premium'],
  },
  short_gamma: {
    title: 'Short gamma',
    filters: ['gamma_regime = negative'],
    sort: 'net_gex',
    fields: [
      'price',
      'change_pct',
      'net_gex',
      'flip_distance_pct',
      'put_wall_distance_pct',
      'iv30',
      'iv_change_points',
    ],
  },
  bullish_flow: {
    title: 'Bullish flow',
    filters: ['net_premium > 0', 'volume_ratio >= 1'],
    sort: '-net_premium',
    fields: ['price', 'change_pct', 'net_premium', 'unusual_count', 'put_call_ratio_volume', 'volume_ratio', 'iv30'],
  },
  steep_skew: {
    title: 'Steep skew',
    filters: ['rr25 < 0'],
    sort: 'rr25',
    fields: ['price', 'rr25', 'bf25', 'iv30', 'put_call_ratio_open_interest', 'iv_rank', 'change_pct'],
  },
} as const satisfies Readonly<Record<string, ScreenPreset>>

export type PresetName = keyof typeof SCREEN_PRESETS
export const PRESET_NAMES: readonly PresetName[] = Object.keys(SCREEN_PRESETS).filter(isPreset)

function isPreset(name: string): name is PresetName {
  return Object.hasOwn(SCREEN_PRESETS, name)
}
