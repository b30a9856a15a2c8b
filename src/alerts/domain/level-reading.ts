/** What a rule on a level compares, from the figures of its symbol. */
import type { LevelCriteria } from '../contract/criteria.ts'
import type { LevelReading } from './level-crossing.ts'
import { LEVEL_DEFINITIONS, type LevelKind } from './level-kinds.ts'

/** The newest figures of a symbol; NaN where one is unknown. */
export interface LevelFigures {
  readonly atMs: number
  /** The instant of the option chain: the values of `iv_rank` and `net_gex` are of then. */
  readonly chainAtMs: number
  /** USD per share. */
  readonly price: number
  readonly gamma_flip: number
  readonly call_wall: number
  readonly put_wall: number
  /** The nearest level below the price, and above it. */
  readonly support: number
  readonly resistance: number
  /** 0 to 100. */
  readonly iv_rank: number
  /** USD per 1 % move. */
  readonly net_gex: number
  /** call_gex − put_gex: the gamma of both sides without sign, USD per 1 % move. */
  readonly gross_gex: number
  /** Calendar days to the next report; 0 on its day. */
  readonly earnings_days: number
}

/** Which data a kind of level needs besides the price. */
export const FIGURES_OF: Readonly<Record<LevelKind, 'quote' | 'chain' | 'levels' | 'calendar'>> = {
  price: 'quote',
  gamma_flip: 'chain',
  call_wall: 'chain',
  put_wall: 'chain',
  support: 'levels',
  resistance: 'levels',
  iv_rank: 'chain',
  net_gex: 'chain',
  earnings_days: 'calendar',
}

/** The value, its level, and the re-arm distance in the unit of the value. */
export function levelReading(criteria: LevelCriteria, figures: LevelFigures): LevelReading {
  const { level: kind } = criteria
  const { value, level } = compared(criteria, figures)
  const distance = criteria.rearm_distance ?? LEVEL_DEFINITIONS[kind].rearm
  const rearm = {
    percent_of_level: (distance / 100) * Math.abs(level),
    percent_of_gross_gex: (distance / 100) * figures.gross_gex,
    points: distance,
    none: 0,
  }[LEVEL_DEFINITIONS[kind].rearmUnit]
  const atMs = kind === 'iv_rank' || kind === 'net_gex' ? figures.chainAtMs : figures.atMs
  return { value, level, rearm, atMs }
}

function compared({ level: kind, value = Number.NaN }: LevelCriteria, figures: LevelFigures) {
  if (kind === 'net_gex') return { value: figures.net_gex, level: 0 }
  if (kind === 'iv_rank') return { value: figures.iv_rank, level: value }
  // Between two whole days, so that the day itself is a crossing.
  if (kind === 'earnings_days') return { value: figures.earnings_days, level: value + 0.5 }
  return { value: figures.price, level: kind === 'price' ? value : figures[kind] }
}
