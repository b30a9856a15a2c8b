import { z } from 'zod'
import { TradeIdea } from '../../trade-ideas/contract.ts'
import { TIMES_IN_FORCE } from '../domain/exits.ts'
import { LEDGER_STATUSES } from '../domain/ledger-status.ts'
import { EntryApproval } from './approval.ts'
import { Decision } from './decision.ts'

/** The pattern is documented and not checked: a text that is no fingerprint is not found. */
export const Fingerprint = z.string().meta({
  pattern: '^[0-9a-f]{64}$',
  description:
    'SHA-256 of alert_name, source, symbol, direction, strategy and triggered_at, joined by `|`; triggered_at as `YYYY-MM-DDThh:mm:ss[.ffffff][±hh:mm]`, with `Z` written `+00:00`.',
})

/** The answer to a webhook. */
export const Receipt = z.object({
  status: z.enum(['queued', 'duplicate']).describe('Whether the idea is new.'),
  fingerprint: Fingerprint,
  symbol: z.string().describe('The symbol, normalised.'),
})
export type Receipt = Readonly<z.output<typeof Receipt>>

const CLIENT_ORDER_ID = 'Id under which the receiver sends the order: `om-` and the first 24 digits of the fingerprint.'

/** Only of an order with exits: the result of an order by amount has none of these fields. */
const ExitFields = {
  style: z
    .enum(['bracket', 'oto'])
    .optional()
    .describe('How the order was formed (ORDER_STYLE); absent of an order by amount.'),
  qty: z.number().optional().describe('Whole shares of the order.'),
  time_in_force: z.enum(TIMES_IN_FORCE).optional().describe('How long entry and exits are good.'),
  take_profit: z.number().nullable().optional().describe('Limit price of the exit at the target, USD; null for none.'),
  stop_loss: z.number().nullable().optional().describe('Stop price of the exit at the stop, USD; null for none.'),
}

const Exit = z.object({
  kind: z.enum(['take_profit', 'stop_loss']).describe('At the target or at the stop.'),
  order_id: z.string().describe('Id of the exit order at the brokerage.'),
  status: z.string().describe('In the brokerage’s own words: held or new while it waits.'),
  price: z.number().nullable().describe('Its limit or stop, USD; null where the brokerage does not report it.'),
  filled_qty: z.number().describe('Shares that it closed.'),
  filled_avg_price: z.number().nullable().describe('Average price of them, USD; null before the first.'),
})

/** Only of an order that is followed (TRACK_ORDERS), from the first look on. */
const LifeFields = {
  filled_qty: z.number().optional().describe('Shares of the entry that are filled.'),
  filled_avg_price: z.number().nullable().optional().describe('Their average price, USD; null before the first.'),
  exits: z.array(Exit).optional().describe('The exits of the order; none of an order by amount.'),
  open_qty: z.number().optional().describe('Filled shares that no exit has closed yet.'),
  realized_pnl_usd: z
    .number()
    .nullable()
    .optional()
    .describe('Profit of the shares that exits closed, USD before costs; negative for a loss; null before the first.'),
  settled_at: z.iso
    .datetime()
    .nullable()
    .optional()
    .describe('When nothing of the order could change any more; null while it can.'),
}

const SuppressedOrder = z
  .object({
    dry_run: z.literal(true).describe('No order was sent.'),
    client_order_id: z.string().describe(CLIENT_ORDER_ID),
    symbol: z.string().describe('Symbol of the order.'),
    action: z.enum(['buy', 'sell_short']).describe('What would have been ordered.'),
    notional: z.number().describe('Amount, USD.'),
    ...ExitFields,
  })
  .describe('What a dry run stores in the place of an order.')
export type SuppressedOrder = Readonly<z.output<typeof SuppressedOrder>>

const PlacedOrder = z
  .object({
    dry_run: z.literal(false).describe('An order was sent.'),
    order_id: z.string().describe('Id of the order at the brokerage.'),
    client_order_id: z.string().describe(CLIENT_ORDER_ID),
    symbol: z.string().describe('Symbol of the order.'),
    status: z
      .string()
      .describe(
        'In the brokerage’s own words: usually accepted or pending_new; not_found of a followed order that the brokerage has no more.',
      ),
    side: z.string().describe('In the brokerage’s own words: buy or sell.'),
    notional: z.number().nullable().describe('Amount, USD; null where the brokerage does not report it.'),
    ...ExitFields,
    ...LifeFields,
  })
  .describe('An order as the brokerage reported it.')
export type PlacedOrder = Readonly<z.output<typeof PlacedOrder>>

const OrderResult = z.discriminatedUnion('dry_run', [SuppressedOrder, PlacedOrder])
export type OrderResult = SuppressedOrder | PlacedOrder

/** Of a skipped decision the symbol may be empty: it is stored as the model gave it, trimmed. */
const StoredDecision = z.object({ ...Decision.shape, symbol: z.string().describe('Symbol of the decision.') })

/** Counted in code points, as JSON Schema does; zod's `max` counts code units. */
const ErrorText = z.string().meta({ maxLength: 1000 })

export const LedgerEntry = z
  .object({
    fingerprint: Fingerprint,
    status: z.enum(LEDGER_STATUSES).describe('How far it came.'),
    payload: TradeIdea.describe('The idea, normalised.'),
    decision: StoredDecision.nullable().describe('The final decision, after the gates; null until there is one.'),
    order_result: OrderResult.nullable().describe(
      'The order, or the suppressed one of a dry run; null where there is none.',
    ),
    approval: EntryApproval.optional().describe('The request for a yes; absent where none was made (APPROVAL).'),
    error: ErrorText.nullable().describe('Why it failed.'),
    created_at: z.iso.datetime().describe('When it was accepted; never changes.'),
    updated_at: z.iso.datetime().describe('When it last changed.'),
  })
  .describe('An entry of the ledger.')
  .meta({ id: 'LedgerEntry' })
export type LedgerEntry = Readonly<z.output<typeof LedgerEntry>>
