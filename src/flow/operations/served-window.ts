import { z } from 'zod'

export const served = {
  from: z.iso.datetime().describe('Start of the served window, UTC.'),
  to: z.iso.datetime().describe('End of the served window, UTC.'),
}
