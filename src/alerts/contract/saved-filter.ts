import { z } from 'zod'
import { flowFilterShape } from '../../flow/contract/flow-filter.ts'

export const MAX_SAVED_FILTERS = 50

export const FilterId = z.string().min(1).max(40).describe('Identity of the saved filter.')

export const FilterName = z
  .string()
  .trim()
  .min(1, 'must not be blank')
  .max(60, 'must be at most 60 characters')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of plain text')
  .describe('A name, unique in the account, 1 to 60 characters.')

export const StoredFilters = z
  .strictObject(flowFilterShape)
  .refine((filters) => Object.values(filters).some((value) => value !== undefined), 'must contain at least one filter')
  .describe('Inputs of options_flow that narrow it.')

export const SavedFilter = z
  .object({
    id: FilterId,
    name: FilterName,
    filters: StoredFilters,
    created_at: z.iso.datetime().describe('When it was saved, UTC.'),
    updated_at: z.iso.datetime().describe('When it was last changed, UTC.'),
  })
  .meta({ id: 'SavedFilter' })
export type SavedFilter = z.infer<typeof SavedFilter>
