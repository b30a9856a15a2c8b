/** A level found by one method, before the levels of all methods are merged. */
export const LEVEL_METHODS = ['pivot', 'swing', 'volume_profile', 'gamma', 'open_interest', 'dark_pool'] as const

export type LevelMethod = (typeof LEVEL_METHODS)[number]

export interface LevelCandidate {
  /** USD. */
  readonly price: number
  /** 0 to 1: evidence for the level from this method. */
  readonly strength: number
  readonly source: LevelMethod
}
