import { z } from 'zod'

/**
 * What the model answers. Every key is required on the wire to a provider; `risk_notes` is filled where it is missing.
 * The symbol is trimmed and upper-cased after parsing: a schema with transforms cannot be sent to a provider.
 */
export const Decision = z.object({
  action: z.enum(['skip', 'buy', 'sell_short']).describe('What to do with the underlying.'),
  symbol: z.string().min(1).describe('Symbol of the decision.'),
  notional_usd: z.number().min(0).describe('Amount of the order, USD; 0 for a skip.'),
  confidence: z.number().min(0).max(1).describe('0 to 1: how well the evidence supports the action.'),
  rationale: z
    .string()
    .min(1)
    .describe('Why; of a decision that a gate overruled, the gate’s reason stands at the end.'),
  risk_notes: z.array(z.string()).default([]).describe('What could make the decision wrong.'),
})
export type Decision = Readonly<z.output<typeof Decision>>
