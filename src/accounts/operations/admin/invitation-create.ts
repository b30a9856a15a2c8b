import { z } from 'zod'
import { newSecret } from '../../../lib/node/keyed-digest.ts'
import { DAY_MS } from '../../../lib/time/duration.ts'
import { PublicInvitation } from '../../contract/invitation.ts'
import { invitationLink, publicInvitation } from '../../domain/invitation.ts'
import { defineOperation } from '../context.ts'
import { asOperator } from './as-operator.ts'

export const invitationCreate = defineOperation({
  name: 'invitation_create',
  title: 'Create an invitation',
  description:
    'Creates a link with which one address can sign up while SIGNUPS=invite, and prints it once. On the command line only.',
  capability: 'account',
  callers: ['command_line'],
  surfaces: ['cli'],
  input: z.strictObject({
    days: z.int().min(1).max(90).default(7).describe('Days until it expires, 1 to 90.'),
  }),
  output: z.object({
    ...PublicInvitation.shape,
    link: z.string().describe('Send it to the person to invite. It is shown only once.'),
  }),
  example: { days: 7 },
  async run({ days }, context) {
    const { identity, newId, now, publicUrl, randomBytes } = context
    const createdAt = now()
    const token = newSecret(randomBytes)
    const invitation = {
      id: newId(),
      createdAt: createdAt.toISOString(),
      expiresAt: new Date(createdAt.getTime() + days * DAY_MS).toISOString(),
      usedAt: null,
    }
    const facts = { action: 'invitation_create', details: { invitation_id: invitation.id, days }, proof: {} }
    await asOperator(context, facts, async ({ invitations }) => {
      await invitations.add({ ...invitation, digest: identity.digest('invitation', token) })
    })
    return { ...publicInvitation(invitation), link: invitationLink(publicUrl, token) }
  },
})
