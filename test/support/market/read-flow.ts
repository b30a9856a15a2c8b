import type { ContractFacts } from '../../../src/flow/domain/tape/contract-facts.ts'
import type { FlowContext } from '../../../src/flow/domain/tape/flow-reader.ts'
import type { TapePrints } from '../../../src/market/domain/options/option-tape.ts'
import { PlainSession } from './plain-session.ts'

export const NO_FACTS: ContractFacts = { find: () => null }

/** A session in one go: the same rows as prints read one by one. */
export function readFlow(tape: TapePrints, context: Omit<FlowContext, 'symbol' | 'sessionDate'>): PlainSession {
  const session = new PlainSession({ ...context, symbol: tape.symbol, sessionDate: tape.sessionDate })
  session.advance(tape)
  return session
}
