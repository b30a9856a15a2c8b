import type { SavedQuery } from '../../store/saved-queries.ts'
import { savedKind } from '../saved/saved-kind.ts'

export const savedScreens = savedKind('saved screen', ({ savedScreens }) => savedScreens)

export function wireOf<Content>({ content, ...saved }: SavedQuery<Content>) {
  return { ...saved, screen: content }
}
