import { z } from 'zod'
import { AccountStatus, PublicAccount } from '../../contract/account.ts'
import { Plan } from '../../contract/plan.ts'
import { publicAccount } from '../../domain/account.ts'
import { defineOperation } from '../context.ts'
import { Cursor, Limit, NextCursor, page } from '../page.ts'
import { OPERATOR_CALLERS } from './as-operator.ts'

export const accountList = defineOperation({
  name: 'account_list',
  title: 'List accounts',
  description: 'Accounts, oldest first: all of them, or those that match every filter. For operators only.',
  capability: 'account',
  operatorOnly: true,
  callers: OPERATOR_CALLERS,
  surfaces: ['cli', 'rest'],
  route: { method: 'GET', path: '/operator/accounts', errors: ['forbidden'] },
  input: z.strictObject({
    email: z.string().trim().max(254).toLowerCase().optional().describe('Only addresses that contain this text.'),
    plan: Plan.optional().describe('Only accounts on this plan.'),
    standing: AccountStatus.optional().describe('Only accounts of this status.'),
    operator: z.boolean().optional().describe('Only operators, or only others.'),
    limit: Limit,
    cursor: Cursor,
  }),
  output: z.object({
    data: z.array(PublicAccount).describe('Accounts, oldest first.'),
    next_cursor: NextCursor,
    total: z.int().min(0).max(1_000_000_000).describe('Number of accounts that match.'),
  }),
  example: {},
  async run({ email, plan, standing, operator, limit, cursor }, { store }) {
    const filter = { emailPart: email === '' ? undefined : email, plan, status: standing, isOperator: operator }
    const found = await store.accounts.list({ ...filter, afterId: cursor ?? '', limit: limit + 1 })
    const { rows, nextCursor } = page(found, limit)
    return { data: rows.map(publicAccount), next_cursor: nextCursor, total: await store.accounts.count(filter) }
  },
})
