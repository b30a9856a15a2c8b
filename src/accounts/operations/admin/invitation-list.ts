import { z } from 'zod'
import { PublicInvitation } from '../../contract/invitation.ts'
import { publicInvitation } from '../../domain/invitation.ts'
import { defineOperation } from '../context.ts'
import { Cursor, Limit, NextCursor, page } from '../page.ts'

export const invitationList = defineOperation({
  name: 'invitation_list',
  title: 'List invitations',
  description: 'Invitations to sign up, newest first, without their links. On the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({ limit: Limit, cursor: Cursor }),
  output: z.object({ data: z.array(PublicInvitation).describe('Invitations, newest first.'), next_cursor: NextCursor }),
  example: {},
  async run({ limit, cursor }, { store, now }) {
    const found = await store.invitations.list({ now: now(), beforeId: cursor, limit: limit + 1 })
    const { rows, nextCursor } = page(found, limit)
    return { data: rows.map(publicInvitation), next_cursor: nextCursor }
  },
})
