/** The result of some work, and how many turns the event loop made meanwhile: other requests are served in each. */
export async function countingTurns<Result>(work: Promise<Result>): Promise<{ result: Result; turns: number }> {
  let turns = 0
  let isOver = false
  const count = () => {
    if (isOver) return
    turns++
    setImmediate(count)
  }
  setImmediate(count)
  try {
    return { result: await work, turns }
  } finally {
    isOver = true
  }
}
