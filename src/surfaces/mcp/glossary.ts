import { z } from 'zod'
import type { Answer } from '../../catalogue/operation.ts'

/** The part of the methodology that a reader of answers needs. */
const Methodology = z.object({
  data: z.array(
    z.object({
      field: z.string(),
      unit: z.string(),
      sign: z.string(),
      definitions: z.array(z.object({ formula: z.string() })),
    }),
  ),
})

/** One line per number: name, unit, sign, definitions. */
export function glossaryText(methodology: Answer): string {
  const lines = Methodology.parse(methodology).data.map(({ field, unit, sign, definitions }) => {
    return `- **${field}** (${unit}; ${sign}): ${definitions.map(({ formula }) => formula).join(' / ')}`
  })
  return ['# Glossary', '', ...lines, ''].join('\n')
}
