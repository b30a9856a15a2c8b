import { z } from 'zod'
import { Decision } from '../contract/decision.ts'

/**
 * Keywords that providers refuse in strict schemas; what they say is checked when the answer is read. Descriptions are
 * for readers of the ledger: the instructions explain the fields to the model.
 */
const UNSENT = ['default', 'minLength', 'description', '$schema']

/** The form of the answer as providers take it: every key required, none besides. */
export const DECISION_SCHEMA: Record<string, unknown> = z.toJSONSchema(Decision, {
  target: 'draft-7',
  io: 'output',
  override: ({ jsonSchema }) => {
    for (const keyword of UNSENT) delete jsonSchema[keyword as keyof typeof jsonSchema]
  },
})
delete DECISION_SCHEMA['$schema']

export const DECISION_NAME = 'trading_decision'
