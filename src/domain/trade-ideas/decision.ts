import { z } from 'zod'

/**
 * What the model answers. Every key is required on the wire to a provider; `risk_notes` is filled where it is missing.
 * The symbol is trimmed and upper-cased after parsing: a schema with transforms cannot be sent to a provider.
 */
export const Decision = z.object({
  action: z.enum(['skip', 'buy', 'sell_short']),
  symbol: z.string().min(1),
  notional_usd: z.number().min(0),
  confidence: z.number().min(0).max(1),
  rationale: z.string().min(1),
  risk_notes: z.array(z.string()).default([]),
})
export type Decision = Readonly<z.infer<typeof Decision>>

/** What bounds an order, whatever the model says. */
export interface DecisionLimits {
  /** USD, above 0. */
  readonly maxNotionalUsd: number
  /** 0 to 1; equal passes. */
  readonly minConfidence: number
  readonly allowShortSelling: boolean
}
