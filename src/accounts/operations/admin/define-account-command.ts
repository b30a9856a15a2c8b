import { z } from 'zod'
import { PublicAccount } from '../../contract/account.ts'
import { EmailAddress } from '../../contract/email-address.ts'
import { type Account, publicAccount } from '../../domain/account.ts'
import { type AccountContext, defineOperation } from '../context.ts'
import { accountByEmail } from './account-by-email.ts'

interface AccountCommand<Name extends string> {
  readonly name: Name
  readonly title: string
  readonly description: string
  /** Changes the account and returns it as it is then. */
  change(account: Account, context: AccountContext): Promise<Account>
}

/** A command that changes the account with an e-mail address. */
export function defineAccountCommand<Name extends string>({ name, title, description, change }: AccountCommand<Name>) {
  return defineOperation({
    name,
    title,
    description: `${description} On the command line only.`,
    capability: 'account',
    callers: ['command_line'],
    surfaces: ['cli'],
    input: z.strictObject({ email: EmailAddress }),
    output: PublicAccount,
    example: { email: 'ada@example.com' },
    async run({ email }, context) {
      return publicAccount(await change(await accountByEmail(context.store, email), context))
    },
  })
}
