import type { SavedQuery } from '../../store/saved-queries.ts'
import { savedKind } from '../saved/saved-kind.ts'

export const savedFilters = savedKind('saved filter', ({ savedFilters }) => savedFilters)

export function wireOf<Content>({ content, ...saved }: SavedQuery<Content>) {
  return { ...saved, filters: content }
}
