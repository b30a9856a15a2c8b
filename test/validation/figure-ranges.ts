import type { FigureRange } from '../../src/analytics/contract/figure-range.ts'
import { gammaFigures } from '../../src/analytics/domain/exposures/gamma-exposure.ts'
import { constantMaturities } from '../../src/analytics/domain/smile/constant-maturities.ts'
import { volatilityRanges } from '../../src/analytics/domain/smile/volatility-ranges.ts'
import { type ValuedChain, valuedChain } from '../../src/analytics/domain/valuation/chain-valuation.ts'
import { withWrongQuotes } from '../support/analytics/wrong-quotes.ts'
import { realChain, realChainNames } from '../support/market/real-chains.ts'
import type { Line } from './line.ts'

const WRONG: readonly (readonly number[])[] = [[1.25], [0.75], [1.25, 0.75], [1.25, 1.25, 1.25], [0.75, 0.75, 0.75]]
const FIGURES = ['net_gex', 'gamma_flip', 'call_wall', 'put_wall'] as const

/** How far wrong quotes move figures beyond their ranges, and how wide the ranges are. */
export function rangeLines(): Line[] {
  const beyond = new Map<string, number[]>()
  const widths = new Map<string, number[]>()
  for (const name of realChainNames) addChain(valuedChain(realChain(name)), beyond, widths)
  const reference = 'wrong quotes'
  const units: Readonly<Record<string, string>> = { net_gex: '% of gross GEX', gamma_flip: '% of the spot' }
  const unitOf = (figure: string) => units[figure] ?? (figure.endsWith('_wall') ? '% of the spot' : 'volatility')
  return [
    ...[...beyond].map(([figure, errors]) => ({
      what: `\`${figure}\` beyond its range`,
      reference,
      unit: unitOf(figure),
      errors,
    })),
    ...[...widths].map(([figure, errors]) => ({
      what: `\`${figure}\`: half its range`,
      reference: 'width of the quotes',
      unit: unitOf(figure),
      errors,
    })),
  ]
}

function addChain(valued: ValuedChain, beyond: Map<string, number[]>, widths: Map<string, number[]>): void {
  const { answer } = gammaFigures(valued, {})
  const ranges = volatilityRanges(valued)
  const gross = (answer.call_gex ?? Number.NaN) - (answer.put_gex ?? Number.NaN)
  const unitOf = (figure: string) => (figure === 'net_gex' ? gross / 100 : valued.spot / 100)
  for (const figure of FIGURES) add(widths, figure, halfOf(answer[`${figure}_range`]) / unitOf(figure))
  add(widths, 'iv30', halfOf(ranges.iv30))
  for (const [index, { dte }] of valued.expirations.entries())
    if (dte >= 1) add(widths, 'atm_iv', halfOf(ranges.atmIv[index]))
  const every = [...valued.expirations.keys()]
  for (const factors of WRONG) {
    const wrong = valuedChain(withWrongQuotes(valued, [Math.floor(valued.expirations.length / 3)], factors))
    const figures = gammaFigures(wrong, {}).answer
    for (const figure of FIGURES) {
      add(beyond, figure, beyondRange(answer[`${figure}_range`], figures[figure]) / unitOf(figure))
    }
    add(beyond, 'iv30', beyondRange(ranges.iv30, constantMaturities(wrong).answer.iv30))
    const { expirations } = valuedChain(withWrongQuotes(valued, every, factors))
    for (const [index, { atmIv }] of expirations.entries()) {
      add(beyond, 'atm_iv', beyondRange(ranges.atmIv[index], atmIv))
    }
  }
}

function add(lists: Map<string, number[]>, name: string, value: number): void {
  lists.set(name, [...(lists.get(name) ?? []), value])
}

function halfOf(range: FigureRange | null | undefined): number {
  return range ? 0.5 * (range.high - range.low) : Number.NaN
}

function beyondRange(range: FigureRange | null | undefined, value: number | null | undefined): number {
  return range && typeof value === 'number' ? Math.max(range.low - value, value - range.high, 0) : Number.NaN
}
