/** What the rules look at. Null is unknown; prices in USD per share. */
export interface RuleEvidence {
  readonly price: number | null
  /** Seconds since the instant that the data describe. */
  readonly ageS: number | null
  /** 0 to 100. */
  readonly ivRank: number | null
  readonly gammaRegime: 'positive' | 'negative' | null
  /** USD per 1 % move. */
  readonly netGex: number | null
  readonly callWall: number | null
  readonly putWall: number | null
  /** Levels that can stop a move; weak ones do not belong here. */
  readonly supports: readonly number[]
  readonly resistances: readonly number[]
  /** Days to the next earnings report, 0 on its day. */
  readonly nextEarningsDays: number | null
  /** Option premium that speaks for and against the direction of the idea: shares or amounts, 0 or greater. */
  readonly flowFor: number | null
  readonly flowAgainst: number | null
  /** −100 to 100. */
  readonly trendScore: number | null
}
