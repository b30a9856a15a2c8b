import { AppError } from '../../domain/errors.ts'

/** Null for what the source does not have; a source that fails is still a failure. */
export async function ifKnown<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}
