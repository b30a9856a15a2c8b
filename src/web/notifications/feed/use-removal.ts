import { useEffect, useRef, useState } from 'preact/hooks'
import { ask, type Problem } from '../../client.ts'

export const UNDO_MS = 5_000

export interface Removal {
  /** Hidden, and deleted after the undo period. */
  readonly ids: ReadonlySet<string>
  remove(ids: readonly string[]): void
  undo(): void
}

interface RemovalParts {
  readonly onDeleted: (ids: readonly string[]) => void
  readonly onFailed: (problem: Problem) => void
}

const NONE: ReadonlySet<string> = new Set()

/** Deletes after an undo period of some seconds; leaving the page deletes immediately. */
export function useRemoval(parts: RemovalParts): Removal {
  const [ids, setIds] = useState(NONE)
  const waiting = useRef<{ readonly ids: readonly string[]; readonly timer: ReturnType<typeof setTimeout> } | null>(
    null,
  )
  const latest = useRef(parts)
  latest.current = parts
  const commit = () => {
    const it = waiting.current
    if (!it) return
    waiting.current = null
    clearTimeout(it.timer)
    ask('delete_notifications', { ids: [...it.ids] }, { keepalive: true })
      .then(
        () => latest.current.onDeleted(it.ids),
        (problem: Problem) => latest.current.onFailed(problem),
      )
      .finally(() => setIds((now) => (waiting.current === null ? NONE : without(now, it.ids))))
  }
  useEffect(() => {
    addEventListener('pagehide', commit)
    return () => {
      removeEventListener('pagehide', commit)
      commit()
    }
  }, [])
  return {
    ids,
    remove(more) {
      commit()
      if (more.length === 0) return
      waiting.current = { ids: more, timer: setTimeout(commit, UNDO_MS) }
      setIds((now) => new Set([...now, ...more]))
    },
    undo() {
      const it = waiting.current
      if (!it) return
      clearTimeout(it.timer)
      waiting.current = null
      setIds((now) => without(now, it.ids))
    },
  }
}

function without(all: ReadonlySet<string>, some: readonly string[]): ReadonlySet<string> {
  return new Set([...all].filter((id) => !some.includes(id)))
}
