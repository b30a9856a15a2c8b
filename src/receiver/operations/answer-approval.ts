import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { isSameDigest } from '../../lib/node/keyed-digest.ts'
import { ApprovalView } from '../contract/approval.ts'
import { type Approval, approvalState } from '../domain/approval.ts'
import { APPROVAL_ACCESS } from './access.ts'
import { approvalView, requireApproval, requireApprover } from './approval-view.ts'
import { defineOperation, type ReceiverContext } from './context.ts'

export const answerApprovalOperation = defineOperation({
  ...APPROVAL_ACCESS,
  name: 'answer_approval',
  title: 'Say yes or no to an order',
  description:
    'The only answer to a request: later ones are refused. After a yes the price, all gates and bounds and the kill switch are checked again, then the order goes out. For the accounts of APPROVERS, in the browser, with the key of their own link or page.',
  route: { method: 'POST', path: '/approvals/:id/answer', errors: ['not_found', 'conflict', 'forbidden'] },
  input: z.object({
    id: z.string().describe('Id of the request.'),
    answer: z.enum(['yes', 'no']).describe('Whether the order goes out.'),
    key: z.string().max(100).describe('Key of the link, or `answer_key` of the request.'),
  }),
  output: ApprovalView,
  example: { id: '01jd3v0000000000000000000a', answer: 'no', key: 'k' },
  async run({ id, answer, key }, context) {
    const account = await requireApprover(context)
    const approval = await requireApproval(context, id)
    const own = context.approvals.approvers.keyOf(approval, account.id)
    // A text of as many characters may have more bytes.
    if (!/^[\w-]+$/.test(key) || !isSameDigest(key, own)) {
      throw new AppError(
        'forbidden',
        'This link was made for another account. Open the request in your own bell, or on the page of orders that wait.',
      )
    }
    const isTaken = await context.store.transaction(({ approvals }) =>
      approvals.answer(id, answer, account.id, context.now()),
    )
    const after = await requireApproval(context, id)
    if (!isTaken) throw new AppError('conflict', await whyNot(context, after))
    return approvalView(context, after, account.id)
  },
})

async function whyNot({ approvals, now }: ReceiverContext, approval: Approval): Promise<string> {
  const state = approvalState(approval, now())
  if (state === 'expired') return 'The time for an answer has passed: nothing was ordered.'
  if (state === 'waiting') return 'The order no longer waits. The ledger shows what became of it.'
  const email = await approvals.approvers.emailOf(approval.answeredBy ?? '')
  return `It was ${state} by ${email ?? 'an account that is deleted'} at ${approval.answeredAt}. The first answer counts.`
}
