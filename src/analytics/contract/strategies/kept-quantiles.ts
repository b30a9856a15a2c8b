import { z } from 'zod'

/** The quantiles of a past distribution as the store keeps them: prices, ascending. */
export const KeptQuantiles = z.array(z.number())
