import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { defineOperation } from '../context.ts'

export const deleteApiKey = defineOperation({
  name: 'delete_api_key',
  title: 'Delete an API key',
  description: 'Deletes an API key: its token stops working. By sign-in session only.',
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'DELETE', path: '/api_keys/:id', status: 204, errors: ['not_found'] },
  input: z.strictObject({ id: z.string().min(1).max(100).describe('Id of the key.') }),
  output: z.object({}),
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  async run({ id }, { caller, store }) {
    const removed = await store.apiKeys.remove(caller.account?.id ?? '', id)
    if (!removed) throw new AppError('not_found', 'There is no such API key.')
    return {}
  },
})
