import { z } from 'zod'
import { SOURCE_NAMES } from '../sources/index.ts'

export const Source = z.enum(SOURCE_NAMES).describe('Source of the data; `simulated` data are artificial.')
