import { z } from 'zod'

export const OperatorActionRecord = z
  .object({
    id: z.string().describe('Id of the entry; later ones are greater.'),
    at: z.iso.datetime().describe('When it was done, UTC.'),
    actor: z
      .string()
      .nullable()
      .describe(
        'E-mail address of the operator, or “deleted account” and its name in the log; null on the command line.',
      ),
    address: z.string().nullable().describe('Network address of the request; null on the command line.'),
    action: z.string().describe('Name of the operation, for example account_suspend.'),
    subject: z
      .string()
      .nullable()
      .describe('E-mail address of the account that it was done to; null if there is none.'),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).describe('What was changed.'),
  })
  .meta({ id: 'OperatorAction' })
export type OperatorActionRecord = z.infer<typeof OperatorActionRecord>
