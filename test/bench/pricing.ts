import { exposureFigures } from './exposures.ts'
import type { Figure } from './figure.ts'
import { dividendPricingFigures } from './market/cash-dividends.ts'
import { americanPricingFigures } from './pricing-american.ts'
import { europeanPricingFigures } from './pricing-european.ts'

/** The pricing kernel on one thread, against the goals it was built to. */
export function figures(): Figure[] {
  return [...europeanPricingFigures(), ...exposureFigures(), ...americanPricingFigures(), ...dividendPricingFigures()]
}
