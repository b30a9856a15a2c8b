import { z } from 'zod'

export const SentAnswer = z.object({
  status: z.enum(['sent', 'failed']).describe('Whether the one attempt worked.'),
  detail: z.string().describe('What the peer said, in a sentence.'),
})
