/** What the short form of an answer shows of each print. */
export const PRINT_COLUMNS = [
  'executed_at',
  'symbol',
  'option_type',
  'strike',
  'expiration_date',
  'size',
  'premium',
  'sentiment',
  'sentiment_reason',
] as const

export const PRINT_CELLS = { executed_at: toTheSecond, sentiment_reason: withoutArticle }
export const SHORTER_PRINT_CELLS = { ...PRINT_CELLS, executed_at: toTheMinute }

/** `11-20 15:31:02` in UTC: the year is that of the session date of the answer, or the one before. */
function toTheSecond(executedAt: unknown): unknown {
  return typeof executedAt === 'string' ? executedAt.slice(5, 19).replace('T', ' ') : executedAt
}

/** `bought at ask`: a token less. */
function withoutArticle(reason: unknown): unknown {
  return typeof reason === 'string' ? reason.replace(' the ', ' ') : reason
}

/** `11-20 15:31`. */
function toTheMinute(executedAt: unknown): unknown {
  return typeof executedAt === 'string' ? executedAt.slice(5, 16).replace('T', ' ') : executedAt
}
