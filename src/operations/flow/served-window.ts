import { z } from 'zod'

export const served = {
  from: z.iso.datetime().describe('First instant of the window that was served, UTC.'),
  to: z.iso.datetime().describe('End of the window that was served, UTC.'),
}
