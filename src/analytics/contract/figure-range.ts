import { z } from 'zod'

/** Lowest and highest value of a figure that the quotes allow; null where the figure is. */
export const figureRange = (figure: string) =>
  z
    .object({ low: z.number().describe('Lowest.'), high: z.number().describe('Highest.') })
    .nullable()
    .optional()
    .describe(`${figure} by the width of the quotes, in its unit.`)

export type FigureRange = { readonly low: number; readonly high: number }
