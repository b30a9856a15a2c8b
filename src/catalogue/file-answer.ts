import { z } from 'zod'

/** Whoever reads only a part of them must call `return`. */
export type FileBytes = AsyncGenerator<Uint8Array, void, undefined>

/** The answer of an operation whose route has `files`: surfaces write the bytes while they are made. */
export const FileAnswer = z.object({
  media_type: z.string().describe('Its media type, with the charset of a text.'),
  file_name: z.string().describe('A name to save it under.'),
  bytes: z.unknown().refine(isFileBytes).describe('Its content.'),
})

export function isFileBytes(value: unknown): value is FileBytes {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
