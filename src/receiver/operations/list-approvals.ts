import { z } from 'zod'
import { ApprovalView } from '../contract/approval.ts'
import { APPROVAL_ACCESS } from './access.ts'
import { approvalView, requireApprover } from './approval-view.ts'
import { defineOperation } from './context.ts'

const MAX_ROWS = 100

export const listApprovalsOperation = defineOperation({
  ...APPROVAL_ACCESS,
  name: 'list_approvals',
  title: 'Orders that wait for a yes',
  description:
    'All orders that wait for an answer now, the first to end first, at most 100. For the accounts of APPROVERS, in the browser. It changes nothing.',
  route: { method: 'GET', path: '/approvals', errors: ['forbidden'] },
  input: z.object({}),
  output: z.object({ data: z.array(ApprovalView).describe('The requests that wait.') }),
  example: {},
  async run(_input, context) {
    const account = await requireApprover(context)
    const waiting = await context.store.approvals.waiting(context.now(), MAX_ROWS)
    return { data: await Promise.all(waiting.map((it) => approvalView(context, it, account.id))) }
  },
})
