/** The answers of the analytics over a chain alone: what they need is computed from it here, and not kept. */

import { outlineOf } from '../../../src/analytics/domain/chain/chain-outline.ts'
import type { ExpirationFilter } from '../../../src/analytics/domain/chain/expiration-filter.ts'
import { optionMetrics } from '../../../src/analytics/domain/chain/option-metrics.ts'
import { type GammaQuery, gammaExposure, gammaFigures } from '../../../src/analytics/domain/exposures/gamma-exposure.ts'
import {
  gammaLevels,
  NEAR_EXPIRATIONS,
  openInterestLevels,
} from '../../../src/analytics/domain/exposures/option-levels.ts'
import { overviewOptions } from '../../../src/analytics/domain/market-overview.ts'
import { ivTermStructure } from '../../../src/analytics/domain/smile/iv-term-structure.ts'
import { valuedChain } from '../../../src/analytics/domain/valuation/chain-valuation.ts'
import type { OptionChain } from '../../../src/market/domain/options/chain.ts'

export function gammaExposureOf(chain: OptionChain, question: GammaQuery = {}) {
  const { valued, gamma } = figuresOf(chain, question)
  return gammaExposure(valued, gamma, question)
}

export function optionMetricsOf(chain: OptionChain, question: Parameters<typeof optionMetrics>[2]) {
  const { valued, gamma } = figuresOf(chain, question)
  return optionMetrics(valued, gamma, question)
}

export function ivTermStructureOf(chain: OptionChain, past: Parameters<typeof ivTermStructure>[1]) {
  return ivTermStructure(valuedChain(chain), past)
}

export function gammaLevelsOf(chain: OptionChain) {
  return gammaLevels(figuresOf(chain, NEAR_EXPIRATIONS).gamma)
}

export function openInterestLevelsOf(chain: OptionChain) {
  return openInterestLevels(valuedChain(chain))
}

export function overviewOptionsOf(
  chain: OptionChain,
  iv30Before: readonly number[],
  { withGamma }: { readonly withGamma: boolean },
) {
  const { valued, gamma } = figuresOf(chain, {})
  return overviewOptions(outlineOf(valued), iv30Before, withGamma ? gamma : null)
}

function figuresOf(chain: OptionChain, filter: ExpirationFilter) {
  const valued = valuedChain(chain)
  return { valued, gamma: gammaFigures(valued, filter) }
}
