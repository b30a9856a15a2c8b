import { z } from 'zod'
import { WindowDate } from '../../catalogue/window-date.ts'
import { AppError } from '../../lib/errors.ts'
import { mix, uniform } from '../../lib/math/seeded-random.ts'
import { inTurns } from '../../lib/node/in-turns.ts'
import { nextTurn } from '../../lib/node/next-turn.ts'
import { addDays } from '../../lib/time/civil-date.ts'
import { StoredSymbol } from '../../market/contract/underlying-symbol.ts'
import { newYorkDate, newYorkInstant } from '../../market/domain/calendar/new-york-time.ts'
import { DecisionScorecard } from '../contract/scorecard.ts'
import { SCORE_HORIZONS, type ScoreHorizon } from '../domain/scorecard/measured-idea.ts'
import type { AskedRange, DecisionKey } from '../store/decision-scores.ts'
import { LEDGER_CALLERS } from './access.ts'
import { defineOperation, type ReceiverContext } from './context.ts'
import { type CardRow, cardRow, scorecardView } from './scorecard-view.ts'

const USUAL_DAYS = 365
/** The latest of them count in a longer ledger. */
const MAX_DECISIONS = 10_000
/** Decisions that are read at once: a few milliseconds, in which nothing else is answered. */
const PAGE_ROWS = 250
/** The same decisions give the same intervals. */
const SEED = 20_261_124

export const decisionScorecardOperation = defineOperation({
  name: 'decision_scorecard',
  title: 'Scorecard of decisions',
  description:
    'What the receiver’s decisions on trade ideas were worth, skips included, against always following, fixed rules and SPY: returns, hit rates, Brier score, costs, 95 % intervals.',
  capability: 'trade_ideas',
  callers: [...LEDGER_CALLERS, 'api_key'],
  surfaces: ['rest', 'web', 'cli', 'mcp'],
  route: { base: 'receiver', method: 'GET', path: '/scorecard' },
  input: z
    .object({
      horizon: z.literal(SCORE_HORIZONS).default(5).describe('Sessions after the decision.'),
      symbol: StoredSymbol.optional().describe('Only decisions on this symbol.'),
      from: WindowDate.optional().describe('First date of a decision; a year before to.'),
      to: WindowDate.optional().describe('Last date; today.'),
      cost_bps: z
        .number()
        .min(0)
        .max(500)
        .default(5)
        .describe('Cost of each side of a trade, hundredths of a percent.'),
      stake_usd: z.number().min(1).max(1e9).default(1000).describe('What each order stakes, USD.'),
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['to'],
      error: 'must not be before from',
    }),
  output: DecisionScorecard,
  example: { horizon: 5 },
  tool: {
    unlisted: ['response_format', 'cost_bps', 'stake_usd'],
    // The list of tools has no room for all; their names say what they are.
    hidden: [
      'from',
      'to',
      'symbol',
      'horizon',
      'decisions',
      'advantages',
      'groups',
      'cost_bps',
      'stake_usd',
      'exits',
      'costs',
      'realized',
      'curve',
      'warnings',
    ],
  },
  concise: {
    view: 'all figures without the curve.',
    narrow: 'give symbol',
    omitted: ['curve'],
  },
  async run({ horizon, symbol, from, to, cost_bps: costBps, stake_usd: stakeUsd }, context) {
    requireOwner(context)
    const { store, now } = context
    const last = to ?? newYorkDate(now().getTime())
    const first = from ?? addDays(last, -USUAL_DAYS)
    const range = {
      from: new Date(newYorkInstant(first, 0)),
      until: new Date(newYorkInstant(addDays(last, 1), 0)),
      symbol,
    }
    const found = await rowsOf(context, range, horizon)
    const undecided = await store.decisionScores.countUndecided(range)
    let drawn = 0
    const random = () => uniform(mix(SEED, drawn++))
    const terms = { horizon, costBps, stakeUsd, undecided }
    const card = await inTurns(scorecardView(found.slice(0, MAX_DECISIONS), terms, random))
    const cut = found.length > MAX_DECISIONS ? [`Only the latest ${MAX_DECISIONS} decisions of the window count.`] : []
    return { from: first, to: last, symbol: symbol ?? null, ...card, warnings: [...cut, ...card.warnings] }
  },
})

/** The latest decisions first, and one more than count. */
async function rowsOf(
  { store }: ReceiverContext,
  range: AskedRange,
  horizon: ScoreHorizon,
): Promise<readonly CardRow[]> {
  const rows: CardRow[] = []
  let after: DecisionKey | undefined
  do {
    await nextTurn()
    const limit = Math.min(PAGE_ROWS, MAX_DECISIONS + 1 - rows.length)
    const page = await store.decisionScores.scored(range, horizon, { after, limit })
    rows.push(...page.map(cardRow))
    after = page.length < limit ? undefined : page.at(-1)
  } while (after !== undefined && rows.length <= MAX_DECISIONS)
  return rows
}

/** The ledger is the operator's: over MCP it answers the account that the receiver itself uses, and no other. */
function requireOwner({ caller, receiverEmail }: ReceiverContext): void {
  if (caller.account === null || (receiverEmail !== null && caller.account.email === receiverEmail)) return
  throw new AppError(
    'forbidden',
    'The decisions belong to the operator: use the key of the account that SERVICE_EMAIL names.',
  )
}
