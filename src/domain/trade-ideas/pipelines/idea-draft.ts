import type { PipelineName } from '../pipeline.ts'
import type { IdeaDirection } from '../trade-idea.ts'

/** A thesis before it has an id, a confidence and a life. Prices in USD per share. */
export interface IdeaDraft {
  readonly symbol: string
  readonly pipeline: PipelineName
  readonly direction: IdeaDirection
  /** Label of an option structure that expresses the thesis. */
  readonly strategy: string
  readonly entryPrice: number
  /** Where the thesis has come true; of a neutral idea the upper end of its range. */
  readonly targetPrice: number
  /** Where the thesis is refuted; of a neutral idea the lower end of its range. */
  readonly stopPrice: number
  /** 0 to 1: how much of what the pipeline looks for was there. Becomes a confidence by calibration. */
  readonly evidence: number
  /** Why, in words with figures. */
  readonly thesis: string
  /** Sessions after the one in which it was made, at whose last close it ends. */
  readonly horizonSessions: number
}
