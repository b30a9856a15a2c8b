import { z } from 'zod'

/** Of answers with open interest. */
export const openInterestDated = {
  open_interest_date: z.iso
    .date()
    .optional()
    .describe('The evening that the open interest is of; left out where the source does not date it.'),
}
