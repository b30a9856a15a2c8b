import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { ConnectionId } from '../../contract/connection.ts'
import { EmailAddress } from '../../contract/email-address.ts'
import { defineOperation } from '../context.ts'
import { accountByEmail } from './account-by-email.ts'

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
  async run({ email, id }, { store }) {
    const account = await accountByEmail(store, email)
    const removed = await store.oauthGrants.removeOf(account.id, id)
    if (!removed) throw new AppError('not_found', 'This account has no such connection. `connection list` shows them.')
    return { deleted: id }
  },
})
