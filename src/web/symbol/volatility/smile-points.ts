/** The smile of one expiration: implied volatility by strike, from out-of-the-money contracts. */

export interface SmilePoint {
  readonly strike: number
  /** Decimal per year; null on the other side of the forward. */
  readonly put: number | null
  readonly call: number | null
}

export interface ChainRow {
  readonly strike?: number | undefined
  readonly option_type?: 'call' | 'put' | undefined
  readonly implied_volatility?: number | null | undefined
}

interface SmileInput {
  /** USD per share; the price of the underlying if the forward is unknown. */
  readonly forward: number
  /** Decimal per year. */
  readonly atmIv: number | null
  readonly dte: number
}

const DEVIATIONS = 4
const FEWEST_SHARE = 0.04

/** In ascending order. Strikes more than four deviations away have quotes of cents and are omitted. */
export function smilePoints(rows: readonly ChainRow[], question: SmileInput): SmilePoint[] {
  const { forward } = question
  const points = new Map<number, SmilePoint>()
  for (const { strike, option_type: type, implied_volatility: volatility } of rows) {
    if (strike === undefined || volatility === null || volatility === undefined || !isNear(strike, question)) continue
    if (type === 'put' && strike < forward) points.set(strike, { strike, put: volatility, call: null })
    if (type === 'call' && strike >= forward) points.set(strike, { strike, put: null, call: volatility })
  }
  return [...points.values()].sort((a, b) => a.strike - b.strike)
}

function isNear(strike: number, { forward, atmIv, dte }: SmileInput): boolean {
  const deviation = (atmIv ?? 0) * Math.sqrt(Math.max(dte, 1) / 365)
  return Math.abs(Math.log(strike / forward)) <= Math.max(FEWEST_SHARE, DEVIATIONS * deviation)
}
