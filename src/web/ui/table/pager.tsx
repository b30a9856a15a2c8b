import { useState } from 'preact/hooks'

export interface Pages {
  /** From 1. */
  readonly number: number
  /** Input of the current page. */
  readonly input: { readonly cursor?: string }
  older(cursor: string): void
  newer(): void
}

/** The position in a list with cursors. */
export function usePages(): Pages {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  return {
    number: cursors.length + 1,
    input: cursor === undefined ? {} : { cursor },
    older: (next) => setCursors([...cursors, next]),
    newer: () => setCursors(cursors.slice(0, -1)),
  }
}

/** Empty if there is only one page. */
export function Pager({ pages, next }: { readonly pages: Pages; readonly next: string | null }) {
  if (pages.number === 1 && next === null) return null
  return (
    <p class="row">
      <button type="button" disabled={pages.number === 1} onClick={() => pages.newer()}>
        Newer
      </button>
      <button type="button" disabled={next === null} onClick={() => next !== null && pages.older(next)}>
        Older
      </button>
      <span class="quiet">Page {pages.number}</span>
    </p>
  )
}
