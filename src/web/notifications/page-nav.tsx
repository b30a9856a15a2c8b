import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { format } from '../format.ts'
import { withQuery } from '../travel.ts'
import type { Pages } from './feed/use-pages.ts'

/** Where to put the focus once another page is there. */
export type Landing = 'first' | 'last'

export interface PageTurner {
  older(landing?: Landing): void
  newer(landing?: Landing): void
  goTo(date: string): void
}

/** Turns the page in the address, so that Back leads to the page before. `onTurn` gets where the focus goes. */
export function usePageTurner(pages: Pages, onTurn: (landing: Landing) => void): PageTurner {
  const { url, route } = useLocation()
  const turn = (changes: Readonly<Record<string, string | null>>, landing: Landing) => {
    onTurn(landing)
    route(withQuery(url, { open: null, cursor: null, at: null, ...changes }))
  }
  return {
    older: (landing = 'first') => pages.next !== null && turn({ cursor: pages.next }, landing),
    newer(landing = 'first') {
      if (pages.previous === null) return
      // The newest page is the address without a place, which follows what arrives.
      turn(pages.offset <= pages.rows.length ? {} : { cursor: pages.previous }, landing)
    },
    goTo: (date) => turn({ at: date }, 'first'),
  }
}

interface PageNavProps {
  readonly pages: Pages
  readonly turner: PageTurner
}

/** The pages of the list, and a jump to a date. */
export function PageNav({ pages, turner }: PageNavProps) {
  const [date, setDate] = useState('')
  const { isLoading, previous, next } = pages
  if (!isLoading && pages.total === 0) return null
  return (
    <nav class="notification-pages" aria-label="Pages of notifications">
      <button type="button" disabled={previous === null || isLoading} onClick={() => turner.newer()}>
        Newer
      </button>
      <span>{positionOf(pages)}</span>
      <button type="button" disabled={next === null || isLoading} onClick={() => turner.older()}>
        Older
      </button>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (date !== '') turner.goTo(date)
        }}
      >
        <input
          type="date"
          aria-label="Go to date"
          required
          value={date}
          onInput={(event) => setDate(event.currentTarget.value)}
        />
        <button type="submit">Go to date</button>
      </form>
    </nav>
  )
}

/** `13–24 of 10,035` */
export function positionOf({ rows, offset, total }: Pages): string {
  if (rows.length === 0) return ''
  return `${format.whole(offset + 1)}–${format.whole(offset + rows.length)} of ${format.whole(Math.max(total, rows.length))}`
}
