import { z } from 'zod'
import { SCREEN_FIELDS } from '../../analytics/domain/screener/screen-fields.ts'
import { unknownField } from '../../analytics/domain/screener/screen-filter.ts'
import { ScreenCriteria } from './criteria.ts'
import { savedShape } from './saved.ts'

const FieldName = z.enum(SCREEN_FIELDS, { error: ({ input }) => unknownField(String(input)) })

export const StoredScreen = z
  .strictObject({
    ...ScreenCriteria.partial().shape,
    sort: z
      .string()
      .max(41)
      .superRefine((sort, { addIssue }) => {
        const { error } = FieldName.safeParse(sort.replace(/^-/, ''))
        if (error) addIssue({ code: 'custom', message: error.issues[0]?.message ?? '' })
      })
      .optional()
      .describe('A field; -field for the highest first.'),
    fields: z.array(FieldName).min(1).max(SCREEN_FIELDS.length).optional().describe('Columns of the table.'),
  })
  .refine(({ filters, symbols }) => filters !== undefined || symbols !== undefined, 'must contain filters or symbols')
  .describe('Inputs of screener.')

export type StoredScreen = z.infer<typeof StoredScreen>

export const SavedScreen = z.object({ ...savedShape, screen: StoredScreen }).meta({ id: 'SavedScreen' })
