/** An answer with rows and the cursor of the next page. */
interface Page<Row> {
  readonly data: readonly Row[]
  readonly next_cursor: string | null
}

/**
 * Every page of a list, the first one first. `call` is called with the cursor of each page:
 *
 *     for await (const page of pages((cursor) => optionwire.optionsFlow({ symbol: 'AMD', ...cursor }))) …
 */
export async function* pages<Answer extends Page<unknown>>(
  call: (page: { cursor?: string }) => PromiseLike<Answer>,
): AsyncGenerator<Answer, void, undefined> {
  let page: { cursor?: string } = {}
  for (;;) {
    const answer = await call(page)
    yield answer
    if (answer.next_cursor === null) return
    page = { cursor: answer.next_cursor }
  }
}

/**
 * Every row of every page:
 *
 *     for await (const trade of rows((cursor) => optionwire.optionsFlow({ symbol: 'AMD', ...cursor }))) …
 */
export async function* rows<Row>(
  call: (page: { cursor?: string }) => PromiseLike<Page<Row>>,
): AsyncGenerator<Row, void, undefined> {
  for await (const { data } of pages(call)) yield* data
}
