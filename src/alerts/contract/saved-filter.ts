import { z } from 'zod'
import { flowFilterShape } from '../../flow/contract/flow-filter.ts'
import { savedShape } from './saved.ts'

export const StoredFilters = z
  .strictObject(flowFilterShape)
  .refine((filters) => Object.values(filters).some((value) => value !== undefined), 'must contain at least one filter')
  .describe('Inputs of options_flow that narrow it.')

export const SavedFilter = z.object({ ...savedShape, filters: StoredFilters }).meta({ id: 'SavedFilter' })
