import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { defineOperation } from '../context.ts'
import { asOperator } from './as-operator.ts'

export const invitationDelete = defineOperation({
  name: 'invitation_delete',
  title: 'Delete an invitation',
  description: 'Deletes an invitation: nobody can sign up with its link any more. On the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({ id: z.string().min(1).max(100).describe('Id, as `invitation list` shows it.') }),
  output: z.object({ deleted: z.string().describe('Id of the deleted invitation.') }),
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4' },
  async run({ id }, context) {
    const facts = { action: 'invitation_delete', details: { invitation_id: id }, proof: {} }
    await asOperator(context, facts, async ({ invitations }) => {
      const removed = await invitations.remove(id)
      if (!removed) throw new AppError('not_found', 'There is no such invitation. `invitation list` shows all of them.')
    })
    return { deleted: id }
  },
})
