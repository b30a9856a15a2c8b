import { z } from 'zod'
import { ApprovalView } from '../contract/approval.ts'
import { APPROVAL_ACCESS } from './access.ts'
import { approvalView, requireApproval, requireApprover } from './approval-view.ts'
import { defineOperation } from './context.ts'

export const showApprovalOperation = defineOperation({
  ...APPROVAL_ACCESS,
  name: 'show_approval',
  title: 'An order that waits for a yes',
  description:
    'The idea, the decision with its reasons, the order with its size and risk, and whether it still waits. For the accounts of APPROVERS, in the browser. It changes nothing.',
  route: { method: 'GET', path: '/approvals/:id', errors: ['not_found', 'forbidden'] },
  input: z.object({ id: z.string().describe('Id of the request.') }),
  output: ApprovalView,
  example: { id: '01jd3v0000000000000000000a' },
  async run({ id }, context) {
    const account = await requireApprover(context)
    return approvalView(context, await requireApproval(context, id), account.id)
  },
})
