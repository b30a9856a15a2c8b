import { z } from 'zod'
import { FlowOutcome } from '../../flow/contract/flow-outcome.ts'
import { FlowPrint } from '../../flow/contract/flow-print.ts'
import { flowPrint } from '../../flow/domain/flow-print.ts'
import type { FlowRow } from '../../flow/domain/flow-row.ts'
import { flowOutcomes } from '../../flow/operations/flow-outcomes.ts'
import type { SessionFlow } from '../../flow/operations/flow-sessions.ts'
import { marketFlow } from '../../flow/operations/market-flow.ts'
import { AppError } from '../../lib/errors.ts'
import { nextTurn } from '../../lib/node/next-turn.ts'
import { served } from '../../market/operations/date-window.ts'
import { type Dated, envelope, envelopedMarket } from '../../market/operations/envelope.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../notifications/operations/access.ts'
import type { AlertRule } from '../domain/alert-rule.ts'
import { flowTest } from '../domain/criteria-test.ts'
import { firingsOf, medianOf } from '../domain/firings.ts'
import { noSuchAlert } from './alert-input.ts'
import { AlertId } from './alert-view.ts'
import type { AlertContext } from './context.ts'
import { defineOperation } from './context.ts'
import { flowSubject } from './flow-subject.ts'
import { MAX_TAPES, sessionsBack, type Tapes, tapesOfSymbols } from './session-tapes.ts'

const MAX_SESSIONS = 10
const MAX_FIRINGS = 100
const ROWS_PER_TURN = 2_000

const Firing = FlowPrint.pick({
  id: true,
  executed_at: true,
  symbol: true,
  option_symbol: true,
  option_type: true,
  strike: true,
  expiration_date: true,
  side_label: true,
  price: true,
  size: true,
  premium: true,
  trade_type: true,
  unusual_score: true,
}).extend({ outcome: FlowOutcome.describe('Later returns of the contract.') })

const count = (text: string) => z.int().min(0).max(1_000_000_000).describe(text)
const median = (when: string) => z.number().nullable().describe(`Median of the known returns ${when}. Percent.`)

export const backtestAlert = defineOperation({
  name: 'backtest_alert',
  title: 'Test an alert on recent sessions',
  description:
    'How often a rule on option flow would have notified you in recent sessions, given its cooldown, for which prints, and the returns of their contracts after 5 and 30 minutes and at the next close. A rule without symbols is tested on the current session only. Nothing is sent.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/alerts/:id/backtest', errors: ['not_found'] },
  input: z.strictObject({
    id: AlertId,
    sessions: z.int().min(1).max(MAX_SESSIONS).default(5).describe('Sessions to test, including the current one.'),
  }),
  output: envelopedMarket(
    z.object({
      ...served,
      sessions: count('Sessions that were tested.'),
      matched: count('Prints that meet the criteria.'),
      fired: count('Of these, those that would have notified you.'),
      suppressed: count('Of these, those that the cooldown would have suppressed.'),
      returns: z
        .object({
          return_pct_5m: median('5 minutes later'),
          return_pct_30m: median('30 minutes later'),
          return_pct_1d: median('at the next close'),
        })
        .describe('Of the firings listed in data.'),
      data: z.array(Firing).describe(`Prints that would have notified you, newest first; at most ${MAX_FIRINGS}.`),
    }),
  ),
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4', sessions: 3 },
  async run({ id, sessions }, context) {
    const rule = await context.store.alerts.byId(callingAccount(context).id, id)
    if (!rule) throw noSuchAlert()
    if (rule.source !== 'option_flow') {
      throw new AppError('invalid', 'Only rules on option flow can be tested: ideas of past sessions are not stored.')
    }
    const view = await context.viewAt()
    const read = await tapesOf(context, view, rule, sessions)
    const matches = await matchesOf(read.flows, rule)
    const { fired, suppressed } = firingsOf(matches, rule.cooldownMinutes)
    const listed = fired.slice(-MAX_FIRINGS).reverse()
    const outcomes = await flowOutcomes(view, listed, read.dated.asOfMs)
    const dates = read.flows.map(({ sessionDate }) => sessionDate).sort()
    return {
      ...envelope(view, read.dated),
      from: dates[0] ?? read.dated.sessionDate,
      to: dates.at(-1) ?? read.dated.sessionDate,
      sessions: new Set(dates).size,
      matched: matches.length,
      fired: fired.length,
      suppressed,
      returns: {
        return_pct_5m: medianOf(outcomes.map((it) => it.return_pct_5m)),
        return_pct_30m: medianOf(outcomes.map((it) => it.return_pct_30m)),
        return_pct_1d: medianOf(outcomes.map((it) => it.return_pct_1d)),
      },
      data: listed.flatMap((row, place) => {
        const outcome = outcomes[place]
        return outcome ? [{ ...flowPrint(row), outcome }] : []
      }),
    }
  },
})

type FlowRule = Extract<AlertRule, { source: 'option_flow' }>

async function tapesOf(
  context: AlertContext,
  view: MarketView,
  { criteria }: FlowRule,
  requestedSessions: number,
): Promise<Tapes> {
  const { symbols } = criteria
  if (symbols === undefined || symbols.length === 0) {
    const { dated, flows } = await marketFlow(context, view)
    const warning = 'The rule names no symbols, so only the current session was tested.'
    return { dated: requestedSessions > 1 ? withWarning(dated, warning) : dated, flows }
  }
  const sessions = Math.min(requestedSessions, Math.floor(MAX_TAPES / symbols.length))
  const { dated, flows } = await tapesOfSymbols(context, view, symbols, (present) => ({
    from: sessionsBack(present, sessions),
    to: present,
  }))
  if (sessions >= requestedSessions) return { dated, flows }
  const warning = `The rule names ${symbols.length} symbols, so only ${sessions} sessions were tested.`
  return { dated: withWarning(dated, warning), flows }
}

function withWarning(dated: Dated, warning: string): Dated {
  return { ...dated, warnings: [...dated.warnings, warning] }
}

/** In time order. Yields to other requests between parts of a long tape. */
async function matchesOf(flows: readonly SessionFlow[], { criteria }: FlowRule): Promise<FlowRow[]> {
  const test = flowTest(criteria)
  const found: FlowRow[] = []
  let seen = 0
  for (const { rows } of flows) {
    for (const row of rows) {
      const subject = flowSubject(row)
      if (subject && test(subject)) found.push(row)
      if (++seen % ROWS_PER_TURN === 0) await nextTurn()
    }
  }
  return found.sort((a, b) => a.executedAtMs - b.executedAtMs)
}
