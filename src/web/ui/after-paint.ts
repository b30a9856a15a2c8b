import { useEffect, useState } from 'preact/hooks'

/** Calls back after the next paint, so that what a click changes is seen before slow work; returns how to cancel it. */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** The items of a new list that fill a window, and all of them after the first paint. */
export function useFirst<Item>(items: readonly Item[], count: number): readonly Item[] {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return isPainted ? items : items.slice(0, count)
}
