/** The results of work on items in their order, with the work on the next item begun while one is waited for. */
export async function* oneAhead<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  let ahead: Promise<Result> | undefined
  for (const [place, item] of items.entries()) {
    const current = ahead ?? work(item)
    const [next] = items.slice(place + 1, place + 2)
    ahead = next === undefined ? undefined : work(next)
    // Told when its turn comes; until then nobody waits for it.
    ahead?.catch(() => {})
    yield await current
  }
}
