/**
 * Metrics of past closes from the surface itself: valuing 252 quoted chains would take half a minute. At the money
 * forward the total variance of a slice is its θ, and between the listed expirations it is linear, as the analytics take
 * it to be, so both agree to within the rounding of quotes. What needs the quotes or the open interest of each contract
 * is not available.
 */
import { inTurns } from '../../../../lib/node/in-turns.ts'
import type { Steps } from '../../../../lib/steps.ts'
import { DAY_MS } from '../../../../lib/time/duration.ts'
import { constantMaturity, type VariancePoint } from '../../../../pricing/constant-maturity.ts'
import type { MetricName } from '../../../domain/daily-metrics.ts'
import type { MetricHistory, MetricPoint, SessionRange } from '../../../ports/market-source.ts'
import { Memo } from '../../memo.ts'
import { simulatedDefinition } from '../definition.ts'
import type { SymbolPath } from '../stock/symbol-path.ts'
import type { World } from '../world.ts'
import { listedSettlements } from './listed-expirations.ts'
import { sliceOf } from './surface.ts'

const { metrics: SURFACE_METRICS } = simulatedDefinition.capabilities

type SurfaceMetric = (typeof SURFACE_METRICS)[number]
type Close = Readonly<Record<SurfaceMetric, number>> & { readonly date: string }

const HISTORIES_KEPT = 256
const CLOSES_A_STEP = 4

export class MetricHistories {
  readonly #world: World
  /** By symbol and session; a close never changes. */
  readonly #closes = new Map<string, Map<number, Close>>()
  readonly #histories = new Memo<Promise<MetricHistory>>(HISTORIES_KEPT)

  constructor(world: World) {
    this.#world = world
  }

  /** Of the sessions before one. */
  before(path: SymbolPath, index: number, metric: MetricName, { sessions }: SessionRange): Promise<MetricHistory> {
    const { symbol } = path.profile
    const key = `${symbol} ${index} ${metric} ${sessions}`
    return this.#histories.get(key, () => inTurns(this.#history(path, index, metric, sessions)))
  }

  *#history(path: SymbolPath, index: number, metric: MetricName, sessions: number): Steps<MetricHistory> {
    const known = SURFACE_METRICS.find((each) => each === metric)
    if (known === undefined) return unavailable(metric)
    const points: MetricPoint[] = []
    for (let past = Math.max(0, index - sessions); past < index; past++) {
      const close = this.#close(path, past)
      points.push({ date: close.date, value: close[known] })
      if (points.length % CLOSES_A_STEP === 0) yield
    }
    return { points, warnings: [] }
  }

  #close(path: SymbolPath, index: number): Close {
    const { symbol } = path.profile
    const closes = this.#closes.get(symbol) ?? new Map<number, Close>()
    this.#closes.set(symbol, closes)
    const close = closes.get(index) ?? this.#atClose(path, index)
    closes.set(index, close)
    return close
  }

  #atClose(path: SymbolPath, index: number): Close {
    const { date, closeMs } = this.#world.sessions.at(index)
    const state = this.#world.stateAt(path, this.#world.within(index, 1))
    const settlements = listedSettlements(path.profile, date)
    const pointAt = (settlesAtMs: number): VariancePoint => {
      const { years, theta } = sliceOf(path.profile, state, settlesAtMs)
      return { yearsToExpiry: years, variance: theta, expirationDate: '' }
    }
    const ivAt = (days: number) => {
      const after = settlements.findIndex((settlesAtMs) => settlesAtMs - closeMs >= days * DAY_MS)
      // Every expiration has a variance, so that two of them decide.
      const around = after < 0 ? [] : settlements.subarray(Math.max(0, after - 1), after + 1)
      return constantMaturity(
        Array.from(around)
          .filter((ms) => ms > closeMs)
          .map(pointAt),
        days,
      ).answer
    }
    return { date, underlyingPrice: state.spot, iv30: ivAt(30), iv60: ivAt(60), iv90: ivAt(90) }
  }
}

function unavailable(metric: MetricName): MetricHistory {
  const why = 'it would have to value the chain of each past session'
  return { points: [], warnings: [`The simulated market has no history of ${metric}: ${why}.`] }
}
