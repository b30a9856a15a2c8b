import { z } from 'zod'
import { Decision } from '../../domain/trade-ideas/decision.ts'

/** Keywords that providers refuse in strict schemas; what they say is checked when the answer is read. */
const UNSENT = ['default', 'minLength', '$schema']

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
