import { z } from 'zod'
import { TradeIdea } from '../../trade-ideas/contract.ts'
import { APPROVAL_STATES } from '../domain/approval.ts'
import { TIMES_IN_FORCE } from '../domain/exits.ts'
import { Decision } from './decision.ts'

const state = z.enum(APPROVAL_STATES).describe('Whether it still waits, and how it was answered.')
const instants = {
  requested_at: z.iso.datetime().describe('When it was asked, UTC.'),
  expires_at: z.iso.datetime().describe('Until when it can be answered, UTC; afterwards the order is skipped.'),
  answered_at: z.iso.datetime().nullable().describe('When it was answered, UTC; null while it waits.'),
}

/** What an entry of the ledger shows of its request. */
export const EntryApproval = z.object({ id: z.string().describe('Id of the request.'), state, ...instants })

/** What an approver is shown. */
export const ApprovalView = z
  .object({
    id: z.string().describe('Id of the request.'),
    state,
    ...instants,
    answered_by: z.string().nullable().describe('E-mail address of who answered; null of nobody or a deleted account.'),
    fingerprint: z.string().describe('Entry of the ledger.'),
    idea: TradeIdea.describe('The idea.'),
    decision: Decision.describe('The decision, after the gates.'),
    order: z
      .object({
        words: z.string().describe('The order in a sentence.'),
        action: z.enum(['buy', 'sell_short']).describe('What is ordered.'),
        symbol: z.string().describe('Symbol of the order.'),
        notional_usd: z.number().describe('Amount, USD: never more.'),
        price: z.number().describe('Last price at the request, USD per share.'),
        shares: z.number().describe('Shares at that price.'),
        style: z.enum(['notional', 'bracket', 'oto']).describe('How the order is formed (ORDER_STYLE).'),
        time_in_force: z.enum(TIMES_IN_FORCE).describe('How long it is good.'),
        take_profit: z.number().nullable().describe('Limit of the exit at the target, USD; null for none.'),
        stop_loss: z.number().nullable().describe('Stop of the exit at the stop, USD; null for none.'),
        dry_run: z.boolean().describe('Whether nothing is sent even after a yes.'),
      })
      .describe('The order, as it was formed when it was asked about.'),
    risk: z.object({
      loss_at_stop_usd: z.number().nullable().describe('Loss when the stop is hit at its price, USD before costs.'),
      gain_at_target_usd: z.number().nullable().describe('Gain at the target, USD before costs.'),
      max_drift_pct: z.number().nullable().describe('How far the price may move until a yes still counts, percent.'),
    }),
    answer_key: z.string().nullable().describe('To be sent with the answer; null when it can no longer be given.'),
  })
  .describe('An order that waits for the yes of a person, or did.')
  .meta({ id: 'Approval' })
