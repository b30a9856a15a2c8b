import { AppError } from '../../../lib/errors.ts'
import type { SavedFilter } from '../../contract/saved-filter.ts'

type Named = Pick<SavedFilter, 'id' | 'name'>

export function requireFreeName(known: readonly Named[], { id, name }: Named): void {
  if (known.some((other) => other.id !== id && other.name === name)) {
    throw new AppError('conflict', `A saved filter is called ${name} already. Choose another name.`)
  }
}

export function noSuchFilter(): AppError {
  return new AppError('not_found', 'There is no such saved filter.')
}
