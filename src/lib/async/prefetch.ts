/**
 * Yields the results of items in their order. While the caller waits for one item or uses it, the `ahead` items after it
 * are worked on. A concurrency limit would start all items before the first result is used.
 */
export async function* prefetch<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  ahead = 1,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = []
  let next = 0
  for (let place = 0; place < items.length; place++) {
    for (const item of items.slice(next, place + ahead + 1)) {
      const started = work(item)
      // A failure is thrown when its item is reached; this handler prevents an unhandled rejection until then.
      started.catch(() => {})
      running.push(started)
      next++
    }
    const current = running.shift()
    if (current) yield await current
  }
}
