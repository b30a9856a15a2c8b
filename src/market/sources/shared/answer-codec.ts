/**
 * Answers as bytes. Node's serialization keeps typed arrays, NaN, -0, infinities and undefined fields; what is larger
 * than a page of the database is compressed with Zstandard. Layout: "owa", the format, 1 if compressed, the content.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { reasonOf } from '../kept-answers.ts'

/** Rises with any change of what an answer holds: contents of another format count as no answer. */
export const FORMAT = 1

const MAGIC = Buffer.from('owa')
const HEAD_BYTES = MAGIC.length + 2
const COMPRESSED_FROM = 2_000
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }
const CODES = ['invalid', 'forbidden', 'not_found', 'unavailable'] as const

const FAULT = 'The process that asks the source of market data failed: its log gives the reason.'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

const AnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: z.unknown(), notice: z.string().nullable() }),
  z.object({
    kind: z.literal('error'),
    code: z.enum(CODES),
    message: z.string(),
    /** Without the advice for a caller who has no other answer. */
    reason: z.string(),
    retryAfterS: z.number().nullable(),
  }),
])

/** What a question got: a value with the notice of its view, or an error, which is an answer too. */
export type LiveAnswer = z.infer<typeof AnswerSchema>

export interface EncodedAnswer {
  /** Of the content: the same data have the same version, whoever encoded them. */
  readonly version: string
  readonly content: Buffer
}

export async function encodeAnswer(answer: LiveAnswer): Promise<EncodedAnswer> {
  const plain = serialize(answer)
  const version = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const isLarge = plain.length >= COMPRESSED_FROM
  const body = isLarge ? await compress(plain, LEVEL) : plain
  return { version, content: Buffer.concat([MAGIC, Buffer.from([FORMAT, isLarge ? 1 : 0]), body]) }
}

/** Null for a content of another format, and for one that cannot be read. */
export async function decodeAnswer(content: Buffer): Promise<LiveAnswer | null> {
  if (!content.subarray(0, MAGIC.length).equals(MAGIC) || content[MAGIC.length] !== FORMAT) return null
  const body = content.subarray(HEAD_BYTES)
  try {
    const plain: unknown = deserialize(content[MAGIC.length + 1] === 1 ? await decompress(body) : body)
    return AnswerSchema.safeParse(plain).data ?? null
  } catch {
    return null
  }
}

/** An error that is no `AppError` is a fault of the process that asks the vendor, whose log has it. */
export function errorAnswer(error: unknown): LiveAnswer {
  if (!(error instanceof AppError)) {
    return {
      kind: 'error',
      code: 'unavailable',
      message: `${FAULT} Try again later.`,
      reason: FAULT,
      retryAfterS: null,
    }
  }
  const code = CODES.find((each) => each === error.code) ?? 'unavailable'
  return {
    kind: 'error',
    code,
    message: error.message,
    reason: reasonOf(error),
    retryAfterS: error.details.retryAfterS ?? null,
  }
}

/** Throws the error of an answer. */
export function valueOrThrow(answer: LiveAnswer): { readonly value: unknown; readonly notice: string | null } {
  if (answer.kind === 'value') return answer
  const { code, message, retryAfterS } = answer
  throw new AppError(code, message, retryAfterS === null ? {} : { retryAfterS })
}
