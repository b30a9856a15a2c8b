import { z } from 'zod'

/** An invitation as the operator sees it. Only the answer that creates one contains its link. */
export const PublicInvitation = z
  .object({
    id: z.string().describe('Id of the invitation.'),
    created_at: z.iso.datetime().describe('When it was created, UTC.'),
    expires_at: z.iso.datetime().describe('When it expires, UTC.'),
    used_at: z.iso.datetime().nullable().describe('When somebody signed up with it; null if nobody has.'),
  })
  .meta({ id: 'Invitation' })
