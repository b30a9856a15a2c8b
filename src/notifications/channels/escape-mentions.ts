/** Words that call a whole room when an `@` stands before them. */
const CALL = /@(?=(everyone|here|channel|all)\b)/gi
const ZERO_WIDTH_SPACE = '\u200b'

/** Text in which no one is called: what a user or a vendor wrote must not ring everybody's phone. */
export function withoutCalls(text: string): string {
  return text.replaceAll(CALL, `@${ZERO_WIDTH_SPACE}`)
}
