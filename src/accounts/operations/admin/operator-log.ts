import { z } from 'zod'
import { OperatorActionRecord } from '../../contract/operator-action.ts'
import { operatorActionRecord } from '../../domain/operator-action.ts'
import { defineOperation } from '../context.ts'
import { Cursor, Limit, NextCursor, page } from '../page.ts'
import { OPERATOR_CALLERS } from './as-operator.ts'

export const operatorLog = defineOperation({
  name: 'operator_log',
  title: 'The log of operators',
  description:
    'What operators did, newest first: who, what, when and from where, on the command line too. Entries can be neither changed nor deleted.',
  capability: 'account',
  operatorOnly: true,
  callers: OPERATOR_CALLERS,
  surfaces: ['cli', 'rest'],
  route: { method: 'GET', path: '/operator/log', errors: ['forbidden'] },
  input: z.strictObject({ limit: Limit, cursor: Cursor }),
  output: z.object({
    data: z.array(OperatorActionRecord).describe('Entries, newest first.'),
    next_cursor: NextCursor,
  }),
  example: {},
  async run({ limit, cursor }, { store }) {
    const found = await store.operatorActions.list({ beforeId: cursor, limit: limit + 1 })
    const { rows, nextCursor } = page(found, limit)
    return { data: rows.map(operatorActionRecord), next_cursor: nextCursor }
  },
})
