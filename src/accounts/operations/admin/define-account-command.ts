import { z } from 'zod'
import { PublicAccount } from '../../contract/account.ts'
import { EmailAddress } from '../../contract/email-address.ts'
import { OPERATOR_PROOF } from '../../contract/operator-proof.ts'
import { type Account, publicAccount } from '../../domain/account.ts'
import type { EventRecorder } from '../../ports/account-events.ts'
import type { AccountRepositories } from '../../store/index.ts'
import { type AccountContext, defineOperation } from '../context.ts'
import { accountByEmail } from './account-by-email.ts'
import { asOperator, OPERATOR_CALLERS } from './as-operator.ts'

interface ChangeParts {
  readonly repositories: AccountRepositories
  readonly events: EventRecorder
  readonly context: AccountContext
}

interface AccountCommand<Name extends string> {
  readonly name: Name
  readonly title: string
  readonly description: string
  /** Below `/operator/accounts`. */
  readonly path: string
  /** Changes the account in the transaction of its entry in the log, and returns it as it is then. */
  change(account: Account, parts: ChangeParts): Promise<Account>
}

/** An action of the operator on the account with an e-mail address. */
export function defineAccountCommand<Name extends string>(command: AccountCommand<Name>) {
  const { name, title, description, path, change } = command
  return defineOperation({
    name,
    title,
    description: `${description} For operators only.`,
    capability: 'account',
    operatorOnly: true,
    callers: OPERATOR_CALLERS,
    surfaces: ['cli', 'rest'],
    route: {
      method: 'POST',
      path: `/operator/accounts/${path}`,
      errors: ['forbidden', 'not_found', 'conflict'],
    },
    input: z.strictObject({ email: EmailAddress, ...OPERATOR_PROOF }),
    output: PublicAccount,
    example: { email: 'ada@example.com' },
    async run({ email, ...proof }, context) {
      const changed = await asOperator(context, { action: name, subject: email, proof }, async (repositories, events) =>
        change(await accountByEmail(repositories, email), { repositories, events, context }),
      )
      return publicAccount(changed)
    },
  })
}
