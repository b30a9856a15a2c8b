import type { MetricName } from '../../../market/domain/daily-metrics.ts'

/** Metrics of the last chain of a session by their name on the wire; `iv_rank` follows from iv30. */
export const CHAIN_METRICS = {
  iv30: 'iv30',
  iv60: 'iv60',
  iv90: 'iv90',
  iv_rank: 'iv30',
  rr25: 'rr25',
  net_gex: 'netGex',
  gamma_flip: 'gammaFlip',
  call_wall: 'callWall',
  put_wall: 'putWall',
  max_pain: 'maxPain',
  put_call_ratio_volume: 'putCallRatioVolume',
  put_call_ratio_open_interest: 'putCallRatioOpenInterest',
  total_open_interest: 'totalOpenInterest',
} as const satisfies Readonly<Record<string, MetricName>>

export type ChainMetric = keyof typeof CHAIN_METRICS

export const HISTORY_METRICS = [
  'iv30',
  'iv60',
  'iv90',
  'iv_rank',
  'rr25',
  'net_gex',
  'gamma_flip',
  'call_wall',
  'put_wall',
  'max_pain',
  'put_call_ratio_volume',
  'put_call_ratio_open_interest',
  'total_open_interest',
  'net_premium',
] as const satisfies readonly (ChainMetric | 'net_premium')[]
