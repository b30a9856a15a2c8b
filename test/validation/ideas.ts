/** What became of the ideas of sessions of the simulated market, by pipeline, against the confidence that they began with. */
import { contextOf, OPERATOR } from '../../src/app/parts.ts'
import { lastSessionBefore, tradingDaysBetween } from '../../src/market/domain/calendar/trading-calendar.ts'
import { calibrationOf, evidenceBucket } from '../../src/trade-ideas/domain/confidence.ts'
import { followed, stretchesSince } from '../../src/trade-ideas/domain/idea-life.ts'
import type { IdeaRecord } from '../../src/trade-ideas/domain/idea-record.ts'
import { newIdea } from '../../src/trade-ideas/domain/new-idea.ts'
import { PIPELINES, type PipelineName } from '../../src/trade-ideas/domain/pipeline.ts'
import { draftIdeas } from '../../src/trade-ideas/domain/pipelines/index.ts'
import { gatherAnalytics } from '../../src/trade-ideas/operations/gather-analytics.ts'
import { sessionPrices } from '../../src/trade-ideas/workers/session-prices.ts'
import { testApp } from '../support/app.ts'
import { figure, type ValidationFigure } from './figure.ts'

export const IDEA_SESSIONS = { from: '2026-08-10', to: '2026-11-06', every: 6 } as const
/** Four hours after the open. */
const LOOKED_MS = 4 * 3_600_000
const AFTER = '2026-12-04T22:00:00.000Z'
/** Hits of the believed kind: in the direction of the idea, or within its range. */
const HITS: ReadonlySet<string> = new Set(['target', 'range_held'])

/** Every symbol once in each of some sessions, as the feed looks at them, followed to the end of each idea. */
export async function ideaFigures({
  from,
  to,
  every,
}: {
  from: string
  to: string
  every: number
} = IDEA_SESSIONS): Promise<ValidationFigure[]> {
  await using app = await testApp()
  const dates = tradingDaysBetween(from, to).filter((_, place) => place % every === 0)
  const made: IdeaRecord[] = []
  for (const date of dates) made.push(...(await ideasOf(app, date)))
  app.clock.set(AFTER)
  const ended: IdeaRecord[] = []
  for (const idea of made) ended.push(await outcomeOf(app, idea))
  return [
    figure(
      'idea_sessions',
      dates.length,
      'Sessions of the simulated market in which every symbol was looked at once for trade ideas.',
    ),
    ...PIPELINES.flatMap((pipeline) => pipelineFigures(pipeline, ended)),
    figure(
      'idea_calibration_error',
      calibrationError(ended),
      'Mean distance of what came true from the confidence of its fifth of evidence and pipeline, by ideas, once the first half of the sessions has taught the confidence of the second. 0 is perfect.',
    ),
  ]
}

type App = Awaited<ReturnType<typeof testApp>>

async function ideasOf(app: App, date: string): Promise<IdeaRecord[]> {
  const { openMs } = lastSessionBefore(Date.parse(`${date}T23:59:00Z`))
  app.clock.set(new Date(openMs + LOOKED_MS).toISOString())
  const context = contextOf(app.parts, { caller: OPERATOR })
  const ideas: IdeaRecord[] = []
  for (const { symbol, optionsFrom } of await app.parts.market.listings()) {
    const gathered = optionsFrom === null ? null : await gatherAnalytics(context, symbol)
    for (const draft of gathered ? draftIdeas(gathered.analytics) : []) {
      ideas.push(newIdea(draft, gathered!.seen, calibrationOf([])))
    }
  }
  return ideas
}

async function outcomeOf({ parts, clock }: App, idea: IdeaRecord): Promise<IdeaRecord> {
  const asOfMs = clock.now().getTime()
  const session = lastSessionBefore(asOfMs)
  const view = await parts.market.viewAt()
  const prices = await sessionPrices(view, idea.symbol, { from: idea.sessionDate, session, asOfMs, isOpen: false })
  return followed(idea, stretchesSince(idea.seen, prices))
}

function pipelineFigures(pipeline: PipelineName, ended: readonly IdeaRecord[]): ValidationFigure[] {
  const own = ended.filter((idea) => idea.pipeline === pipeline && idea.end)
  const mean = (of: (idea: IdeaRecord) => number) => own.reduce((sum, idea) => sum + of(idea), 0) / own.length
  return [
    figure(`idea_count_${pipeline}`, own.length, `Ideas of the pipeline ${pipeline} that they made.`),
    figure(
      `idea_confidence_${pipeline}`,
      mean(({ confidence }) => confidence),
      `Their mean confidence by the belief of the pipeline alone, which was set around these very sessions.`,
    ),
    figure(
      `idea_hit_rate_${pipeline}`,
      mean(({ end }) => (isHit(end) ? 1 : 0)),
      `Share of them that came true: the target before the stop, or the range held.`,
    ),
    figure(
      `idea_r_${pipeline}`,
      mean(({ end }) => end?.outcomeR ?? 0),
      `Their mean outcome in units of what was risked; a market that knows nothing of the pipeline gives about 0.`,
    ),
  ]
}

/** As the service does it: outcomes of the past move the confidence of what comes. */
function calibrationError(ended: readonly IdeaRecord[]): number {
  const dates = [...new Set(ended.map(({ sessionDate }) => sessionDate))].sort()
  const half = dates[Math.floor(dates.length / 2)] ?? ''
  const past = ended.filter((idea) => idea.end && idea.sessionDate < half)
  const later = ended.filter((idea) => idea.end && idea.sessionDate >= half)
  const tally = (idea: IdeaRecord) => ({
    pipeline: idea.pipeline,
    evidenceBucket: evidenceBucket(idea.evidence),
    count: 1,
    hits: isHit(idea.end) ? 1 : 0,
  })
  const table = calibrationOf(past.map(tally))
  const groups = Map.groupBy(later, ({ pipeline, evidence }) => `${pipeline} ${evidenceBucket(evidence)}`)
  let error = 0
  for (const group of groups.values()) {
    const [{ pipeline, evidence } = { pipeline: 'flow', evidence: 0 }] = group
    const expected = table[pipeline as PipelineName][evidenceBucket(evidence)] ?? Number.NaN
    const hits = group.filter(({ end }) => isHit(end)).length
    error += Math.abs(hits - expected * group.length)
  }
  return error / later.length
}

function isHit(end: IdeaRecord['end']): boolean {
  return end !== null && HITS.has(end.outcome)
}
