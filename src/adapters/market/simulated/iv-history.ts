/**
 * IV30 of past closes from the surface itself: valuing 252 quoted chains would take half a minute. At the money forward
 * the total variance of a slice is its θ, and between the listed expirations it is linear, as the analytics take it to
 * be, so both agree to within the rounding of quotes.
 */
import { constantMaturity, type VariancePoint } from '../../../domain/analytics/constant-maturity.ts'
import { rulesOfRoot, settlementInstant } from '../../../domain/market/option-expirations.ts'
import type { PastIv } from '../../../ports/market-source.ts'
import { listedExpirations } from './listed-expirations.ts'
import { Memo } from './memo.ts'
import { sliceOf } from './surface.ts'
import type { SymbolPath } from './symbol-path.ts'
import type { World } from './world.ts'

const DAYS = 30
const SESSIONS = 252
const HISTORIES_KEPT = 256

interface History {
  readonly entries: readonly PastIv[]
}

export class IvHistories {
  readonly #world: World
  /** By symbol and session; a close never changes. */
  readonly #closes = new Map<string, Map<number, PastIv>>()
  readonly #histories = new Memo<History>(HISTORIES_KEPT)

  constructor(world: World) {
    this.#world = world
  }

  /** The 252 sessions before one. */
  before(path: SymbolPath, index: number): readonly PastIv[] {
    const { symbol } = path.profile
    return this.#histories.get(`${symbol} ${index}`, () => {
      const closes = this.#closes.get(symbol) ?? new Map<number, PastIv>()
      this.#closes.set(symbol, closes)
      const entries: PastIv[] = []
      for (let past = index - SESSIONS; past < index; past++) {
        const close = closes.get(past) ?? this.#atClose(path, past)
        closes.set(past, close)
        entries.push(close)
      }
      return { entries }
    }).entries
  }

  #atClose(path: SymbolPath, index: number): PastIv {
    const { date, closeMs } = this.#world.sessions.at(index)
    const state = this.#world.stateAt(path, this.#world.within(index, 1))
    const points: VariancePoint[] = []
    for (const { root, expirationDate } of listedExpirations(path.profile, date)) {
      const settlesAtMs = settlementInstant(expirationDate, rulesOfRoot(root).settlement)
      if (settlesAtMs <= closeMs) continue
      const { years, theta } = sliceOf(path.profile, state, settlesAtMs)
      points.push({ yearsToExpiry: years, variance: theta, expirationDate })
    }
    return { date, iv30: constantMaturity(points, DAYS).answer }
  }
}
