/** What every way of finding support and resistance answers, before the levels of all ways are merged. */
export const LEVEL_METHODS = ['pivot', 'swing', 'volume_profile', 'gamma', 'open_interest', 'dark_pool'] as const

export type LevelMethod = (typeof LEVEL_METHODS)[number]

export interface LevelCandidate {
  /** USD. */
  readonly price: number
  /** 0 to 1: how much this method alone speaks for the level. */
  readonly strength: number
  readonly source: LevelMethod
}
