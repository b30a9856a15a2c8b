import { newYorkDate } from '../../market/domain/calendar/new-york-time.ts'
import { useAnswer } from '../answer.ts'
import { SourceLine } from '../ui/source-line.tsx'
import type { Idea } from './idea-cells.tsx'

/** Ideas do not contain the source of their prices; the list of symbols does. */
export function IdeasSource({ ideas }: { readonly ideas: readonly Idea[] }) {
  const { answer } = useAnswer('stocks', {})
  const [newest] = ideas.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1))
  if (!answer || !newest) return null
  const { updated_at: asOf } = newest
  const session = newYorkDate(Date.parse(asOf))
  return <SourceLine of={{ as_of: asOf, session_date: session, source: answer.source, warnings: [] }} />
}
