import { z } from 'zod'
import { SCORE_HORIZONS } from '../domain/scorecard/measured-idea.ts'
import { STRATEGIES } from '../domain/scorecard/scorecard.ts'

const Count = z.int().min(0)
/** Ends of the 95 % interval; null for fewer than 30 decisions, or too few sessions. */
const Interval = z
  .object({ low: z.number(), high: z.number() })
  .meta({ id: 'ScoreInterval', description: 'Ends of the 95 % interval.' })
  .nullable()

const ScoreFigures = z
  .object({
    count: Count.describe('Decisions that are known.'),
    trades: Count.describe('Those that trade; the others are skips, which return 0.'),
    mean_return_pct: z.number().nullable().describe('Mean return of a decision, percent of the stake after costs.'),
    return_interval_pct: Interval,
    pnl_usd: z.number().describe('Profit of all, USD after costs; of the decisions also after the models.'),
    hit_rate_pct: z.number().nullable().describe('100 × trades that gained after costs / trades.'),
    hit_interval_pct: Interval,
    sentence: z.string().describe('What the figures allow to say.'),
  })
  .meta({ id: 'ScoreFigures' })

export const SCORE_GROUPS = ['model', 'prompt', 'strategy'] as const

const ScoreCounts = z
  .object({
    total: Count.describe('Decisions of the window, skips included.'),
    orders: Count.describe('Decisions to buy or to sell short.'),
    overruled: Count.describe('Skips by a gate or a bound; their confidence is not judged.'),
    undecided: Count.describe('Ideas that failed without a decision; they are in no other figure.'),
    measured: Count.describe('Decisions whose horizon is over and priced: all other figures.'),
    unfinished: Count.describe('Decisions whose horizon is not over or not measured yet.'),
    unpriced: Count.describe('Decisions without the prices that are needed.'),
  })
  .meta({ id: 'ScoreCounts' })

const ScoreAdvantage = z
  .object({
    baseline: z.enum(STRATEGIES).exclude(['decisions']),
    count: Count.describe('Ideas that both are known for.'),
    mean_difference_pct: z.number().nullable().describe('Return of the decisions less that of the baseline, percent.'),
    interval_pct: Interval,
    sentence: z.string().describe('What the figures allow to say.'),
  })
  .meta({ id: 'ScoreAdvantage' })

const ScoreConfidence = z
  .object({
    count: Count.describe('Decisions that can be judged: measured, not neutral, not overruled.'),
    brier: z.number().describe('Mean of (confidence − outcome)²: 0 is perfect.'),
    brier_interval: Interval,
    base_brier: z.number().describe('The score of a confidence that is always the share of right decisions.'),
    bins: z
      .array(
        z.object({
          confidence_from: z.number().describe('Least confidence.'),
          confidence_to: z.number().describe('Confidence that they stay below; 1 is included.'),
          count: Count,
          mean_confidence: z.number().describe('0 to 1.'),
          right_share: z.number().describe('Share of right decisions, 0 to 1.'),
          right_interval: Interval,
        }),
      )
      .describe('The reliability curve, by tenths of confidence.'),
  })
  .meta({ id: 'ScoreConfidence' })

const ScoreGroup = z
  .object({
    by: z.enum(SCORE_GROUPS).describe('Model, version of its instructions, or strategy of the idea.'),
    key: z.string().describe('What the decisions have in common.'),
    figures: ScoreFigures,
    brier: z.number().nullable().describe('Brier score of their confidence.'),
    cost_per_decision_usd: z.number().nullable().describe('Mean cost of the model, USD; null where unknown.'),
  })
  .meta({ id: 'ScoreGroup' })

const ScorePoint = z
  .object({
    session_date: z.iso.date().describe('Session of the decisions.'),
    decisions_usd: z.number(),
    always_follow_usd: z.number(),
    fixed_rules_usd: z.number(),
    hold_spy_usd: z.number(),
  })
  .meta({ id: 'ScorePoint' })

const ScoreExits = z
  .object({
    target: Count.describe('Ideas whose target came first.'),
    stop: Count.describe('Ideas whose stop came first, or came in the same bar.'),
    horizon: Count.describe('Ideas that reached neither.'),
  })
  .meta({ id: 'ScoreExits' })

const ScoreCosts = z
  .object({
    usd: z.number().describe('What the models cost, USD.'),
    per_decision_usd: z.number().nullable().describe('Mean of the decisions with a known cost, USD.'),
    unknown: Count.describe('Decisions without a known cost.'),
  })
  .meta({ id: 'ScoreCosts' })

const ScoreRealized = z
  .object({
    orders: Count.describe('Followed orders that exits closed, at least in part.'),
    pnl_usd: z.number().describe('Their profit as the brokerage reported it, USD before costs.'),
  })
  .meta({ id: 'ScoreRealized' })

/** What decisions were worth. */
export const DecisionScorecard = z.object({
  from: z.iso.date().describe('First New York date of a decision.'),
  to: z.iso.date().describe('Last New York date of a decision.'),
  horizon: z.literal(SCORE_HORIZONS).describe('Sessions after that of the decision.'),
  symbol: z.string().nullable().describe('The requested symbol; null for all.'),
  cost_bps: z.number().describe('Cost of each side of a trade, hundredths of a percent.'),
  stake_usd: z.number().describe('What each order stakes in these figures, USD.'),
  decisions: ScoreCounts,
  strategies: z
    .array(z.object({ name: z.enum(STRATEGIES), figures: ScoreFigures }))
    .describe('The decisions beside three ways to decide on the same ideas.'),
  advantages: z.array(ScoreAdvantage).describe('The decisions less each baseline, idea by idea.'),
  confidence: ScoreConfidence.nullable().describe(
    'Whether the confidence can be believed; null without a decision that can be judged.',
  ),
  exits: ScoreExits,
  costs: ScoreCosts,
  realized: ScoreRealized,
  groups: z.array(ScoreGroup).describe('The same by what decisions have in common, the largest groups first.'),
  curve: z.array(ScorePoint).describe('Profit up to and including each session, USD.'),
  warnings: z.array(z.string()).describe('What limits the figures.'),
})
export type DecisionScorecard = z.infer<typeof DecisionScorecard>
