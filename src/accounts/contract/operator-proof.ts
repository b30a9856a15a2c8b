import { Password } from './password.ts'
import { FactorCode } from './second-factor.ts'

/** What an operator in a browser proves an action with; the command line needs neither. */
export const OPERATOR_PROOF = {
  password: Password.optional().describe('Password of the operator, in a browser and without an authenticator app.'),
  code: FactorCode.optional().describe('A new code of the authenticator app of the operator, or a recovery code.'),
}

export interface OperatorProof {
  readonly password?: string | undefined
  readonly code?: string | undefined
}
