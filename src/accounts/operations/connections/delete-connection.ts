import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { ConnectionId } from '../../contract/connection.ts'
import { defineOperation } from '../context.ts'

export const deleteConnection = defineOperation({
  name: 'delete_connection',
  title: 'Disconnect an app',
  description:
    'Ends the access of a connected app: its next request is refused, and it can only return through the page that asks the account. By sign-in session only.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'DELETE', path: '/connections/:id', status: 204, errors: ['not_found'] },
  input: z.strictObject({ id: ConnectionId }),
  output: z.object({}),
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  async run({ id }, { caller, store }) {
    const removed = await store.oauthGrants.removeOf(caller.account?.id ?? '', id)
    if (!removed) throw new AppError('not_found', 'There is no such connection. It may have ended.')
    return {}
  },
})
