import type { IdeaDirection } from '../idea-direction.ts'
import type { PipelineName } from '../pipeline.ts'

/** A thesis before it has an id, a confidence and a life cycle. Prices in USD per share. */
export interface IdeaDraft {
  readonly symbol: string
  readonly pipeline: PipelineName
  readonly direction: IdeaDirection
  /** Label of an option structure that expresses the thesis. */
  readonly strategy: string
  readonly entryPrice: number
  /** Price at which the thesis has come true; for a neutral idea, the upper end of its range. */
  readonly targetPrice: number
  /** Price at which the thesis is refuted; for a neutral idea, the lower end of its range. */
  readonly stopPrice: number
  /** 0 to 1: how well the pipeline's criteria are met. Calibration turns it into a confidence. */
  readonly evidence: number
  /** Why, in words with figures. */
  readonly thesis: string
  /** The idea ends at the close of this many sessions after its own. */
  readonly horizonSessions: number
}
