import { z } from 'zod'
import type { AlertRule } from '../../domain/alerts/alert-rule.ts'
import { firingsOf, medianOf } from '../../domain/alerts/backtest.ts'
import { flowTest } from '../../domain/alerts/match.ts'
import { AppError } from '../../domain/errors.ts'
import { FlowOutcome } from '../../domain/flow/flow-outcome.ts'
import { FlowPrint, flowPrint } from '../../domain/flow/flow-print.ts'
import type { FlowRow } from '../../domain/flow/flow-row.ts'
import { previousTradingDay } from '../../domain/market/trading-calendar.ts'
import { nextTurn } from '../../lib/node/next-turn.ts'
import type { MarketView } from '../../ports/market-source.ts'
import { served } from '../analytics/date-window.ts'
import type { Context } from '../context.ts'
import { type Dated, envelope, envelopedMarket } from '../envelope.ts'
import { flowOutcomes } from '../flow/flow-outcomes.ts'
import { marketFlow, sessionsOfFlow } from '../flow/market-flow.ts'
import type { SessionFlow } from '../flow/session-flow.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../notifications/access.ts'
import { flowSubject } from '../notifications/flow-subject.ts'
import { defineOperation } from '../operation.ts'
import { noSuchAlert } from './alert-input.ts'
import { AlertId } from './alert-view.ts'

/** Sessions of single symbols that one question may read: each is a tape of its own. */
const MOST_TAPES = 20
const MOST_SESSIONS = 10
const MOST_FIRINGS = 100
const ROWS_A_TURN = 2_000

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
}).extend({ outcome: FlowOutcome.describe('What the contract did afterwards.') })

const count = (text: string) => z.int().min(0).max(1_000_000_000).describe(text)
const median = (when: string) => z.number().nullable().describe(`Median of the known returns ${when}. Percent.`)

export const backtestAlert = defineOperation({
  name: 'backtest_alert',
  title: 'Test an alert on recent sessions',
  description:
    'How often a rule on option flow would have told you something in recent sessions, its cooldown included, on which prints, and what their contracts did after 5 and 30 minutes and at the next close. A rule without symbols is tested on the session alone. Nothing is sent.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/alerts/:id/backtest', errors: ['not_found'] },
  input: z.strictObject({
    id: AlertId,
    sessions: z.int().min(1).max(MOST_SESSIONS).default(5).describe('Sessions to look at, the present one included.'),
  }),
  output: envelopedMarket(
    z.object({
      ...served,
      sessions: count('Sessions that were looked at.'),
      matched: count('Prints that meet the criteria.'),
      fired: count('Of these, those that would have been told.'),
      suppressed: count('Of these, those that the cooldown would have kept back.'),
      returns: z
        .object({
          return_pct_5m: median('5 minutes later'),
          return_pct_30m: median('30 minutes later'),
          return_pct_1d: median('at the next close'),
        })
        .describe('Of the firings listed in data.'),
      data: z.array(Firing).describe(`What would have been told, newest first; at most ${MOST_FIRINGS}.`),
    }),
  ),
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4', sessions: 3 },
  async run({ id, sessions }, context) {
    const rule = await context.store.alerts.byId(callingAccount(context).id, id)
    if (!rule) throw noSuchAlert()
    if (rule.source !== 'option_flow') {
      throw new AppError('invalid', 'Only rules on option flow can be tested: ideas of past sessions are not kept.')
    }
    const view = await context.viewAt()
    const read = await tapesOf(context, view, rule, sessions)
    const matches = await matchesOf(read.flows, rule)
    const { fired, suppressed } = firingsOf(matches, rule.cooldownMinutes)
    const shown = fired.slice(-MOST_FIRINGS).reverse()
    const outcomes = await flowOutcomes(view, shown, read.dated.asOfMs)
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
      data: shown.flatMap((row, place) => {
        const outcome = outcomes[place]
        return outcome ? [{ ...flowPrint(row), outcome }] : []
      }),
    }
  },
})

type FlowRule = Extract<AlertRule, { source: 'option_flow' }>

interface Tapes {
  readonly dated: Dated
  readonly flows: readonly SessionFlow[]
}

async function tapesOf(context: Context, view: MarketView, { criteria }: FlowRule, asked: number): Promise<Tapes> {
  const { symbols } = criteria
  if (symbols === undefined || symbols.length === 0) {
    const { dated, flows } = await marketFlow(context, view)
    const warning = 'The rule names no symbols, so only the present session was looked at.'
    return { dated: asked > 1 ? warned(dated, warning) : dated, flows }
  }
  const sessions = Math.min(asked, Math.floor(MOST_TAPES / symbols.length))
  const { asOfMs, sessionDate } = await view.moment()
  const flows: SessionFlow[] = []
  const warnings = new Set<string>()
  if (sessions < asked) {
    warnings.add(`The rule names ${symbols.length} symbols, so only ${sessions} sessions were looked at.`)
  }
  for (const symbol of symbols) {
    const found = await sessionsOfFlow(context, view, symbol, (present) => ({
      from: sessionsBack(present, sessions),
      to: present,
    }))
    flows.push(...found.flows)
    for (const warning of found.dated.warnings) warnings.add(warning)
  }
  return { dated: { asOfMs, sessionDate, warnings: [...warnings] }, flows }
}

function warned(dated: Dated, warning: string): Dated {
  return { ...dated, warnings: [...dated.warnings, warning] }
}

/** The first of so many sessions that end with this one. */
function sessionsBack(sessionDate: string, sessions: number): string {
  let date = sessionDate
  for (let back = 1; back < sessions; back++) date = previousTradingDay(date)
  return date
}

/** In the order of time. Others are answered between the parts of a long tape. */
async function matchesOf(flows: readonly SessionFlow[], { criteria }: FlowRule): Promise<FlowRow[]> {
  const test = flowTest(criteria)
  const found: FlowRow[] = []
  let seen = 0
  for (const { rows } of flows) {
    for (const row of rows) {
      const subject = flowSubject(row)
      if (subject && test(subject)) found.push(row)
      if (++seen % ROWS_A_TURN === 0) await nextTurn()
    }
  }
  return found.sort((a, b) => a.executedAtMs - b.executedAtMs)
}
