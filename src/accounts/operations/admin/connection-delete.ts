import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { ConnectionId } from '../../contract/connection.ts'
import { EmailAddress } from '../../contract/email-address.ts'
import { defineOperation } from '../context.ts'
import { accountByEmail } from './account-by-email.ts'
import { asOperator } from './as-operator.ts'

export const connectionDelete = defineOperation({
  name: 'connection_delete',
  title: 'Disconnect an app',
  description: 'Ends the access of an app that an account has connected. On the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({ email: EmailAddress, id: ConnectionId }),
  output: z.object({ deleted: z.string().describe('Id of the ended connection.') }),
  example: { email: 'ada@example.com', id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  async run({ email, id }, context) {
    const facts = { action: 'connection_delete', subject: email, details: { connection_id: id }, proof: {} }
    await asOperator(context, facts, async (repositories) => {
      const account = await accountByEmail(repositories, email)
      const removed = await repositories.oauthGrants.removeOf(account.id, id)
      if (!removed)
        throw new AppError('not_found', 'This account has no such connection. `connection list` shows them.')
    })
    return { deleted: id }
  },
})
