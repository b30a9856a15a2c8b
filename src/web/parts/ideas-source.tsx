import { newYorkDate } from '../../domain/market/new-york-time.ts'
import { useAnswer } from '../answer.ts'
import type { Idea } from './idea-cells.tsx'
import { SourceLine } from './source-line.tsx'

/** Ideas do not say where their prices come from: the list of symbols does. */
export function IdeasSource({ ideas }: { readonly ideas: readonly Idea[] }) {
  const { answer } = useAnswer('stocks', {})
  const [newest] = ideas.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1))
  if (!answer || !newest) return null
  const { updated_at: asOf } = newest
  const session = newYorkDate(Date.parse(asOf))
  return <SourceLine of={{ as_of: asOf, session_date: session, source: answer.source, warnings: [] }} />
}
