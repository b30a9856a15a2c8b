import type { PipelineName } from '../pipeline.ts'
import { crushIdea } from './crush.ts'
import { flowIdea } from './flow.ts'
import { gammaIdea } from './gamma.ts'
import type { IdeaAnalytics } from './idea-analytics.ts'
import type { IdeaDraft } from './idea-draft.ts'
import { trendIdea } from './trend.ts'

const BY_NAME: Readonly<Record<PipelineName, (analytics: IdeaAnalytics) => IdeaDraft | null>> = {
  flow: flowIdea,
  gamma: gammaIdea,
  trend: trendIdea,
  crush: crushIdea,
}

/** The ideas of all pipelines for a symbol; a pure function of the analytics. */
export function draftIdeas(analytics: IdeaAnalytics): IdeaDraft[] {
  return Object.values(BY_NAME).flatMap((pipeline) => pipeline(analytics) ?? [])
}
