import { AppError } from '../../lib/errors.ts'

/** Null instead of a `not_found` error; other errors are thrown. */
export async function nullIfNotFound<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}
