import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ContentEncoding, chooseEncoding } from '../../lib/accept-encoding.ts'
import { compress } from '../../lib/node/compress.ts'
import { contentTag } from '../../lib/node/entity-tag.ts'

/** Shorter texts gain less than the header lines cost. */
const LEAST_COMPRESSED_BYTES = 1024

export interface PreparedText {
  readonly text: string
  /** With its charset. */
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An answer written once and sent many times: as it is, and compressed when first asked for. Only for texts without
 * secrets, since the size of a compressed text tells about what is in it.
 */
export class Prepared {
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  readonly #plain: Buffer
  /** Short texts go out as text: then head and body are one write, which is half the cost of the request. */
  readonly #short: string | null
  readonly #tag: string
  readonly #packed = new Map<ContentEncoding, Promise<Buffer>>()
  readonly #onGrowth: (bytes: number) => void

  constructor({ text, contentType, headers = {} }: PreparedText, onGrowth: (bytes: number) => void = () => {}) {
    this.contentType = contentType
    this.headers = headers
    this.#plain = Buffer.from(text)
    this.#short = this.#plain.length < LEAST_COMPRESSED_BYTES ? text : null
    this.#tag = contentTag(this.#plain)
    this.#onGrowth = onGrowth
  }

  get bytes(): number {
    return this.#plain.length
  }

  encodingFor(acceptEncoding: string | undefined): ContentEncoding | undefined {
    return this.#short === null ? chooseEncoding(acceptEncoding) : undefined
  }

  /** Strong: each encoding is other bytes and has another tag. */
  entityTag(encoding: ContentEncoding | undefined): string {
    return encoding ? `"${this.#tag}-${encoding}"` : `"${this.#tag}"`
  }

  body(encoding: ContentEncoding | undefined): string | Buffer | Promise<Buffer> {
    if (encoding === undefined) return this.#short ?? this.#plain
    const packed = this.#packed.get(encoding) ?? this.#pack(encoding)
    this.#packed.set(encoding, packed)
    return packed
  }

  async #pack(encoding: ContentEncoding): Promise<Buffer> {
    const packed = await compress(this.#plain, encoding)
    this.#onGrowth(packed.length)
    return packed
  }
}

/** Sends what fits `Accept-Encoding`, or 304 when the caller has it already. */
export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: Prepared,
  cacheControl: string,
): Promise<void> {
  const encoding = prepared.encodingFor(request.headers['accept-encoding'])
  const tag = prepared.entityTag(encoding)
  reply.headers({ etag: tag, vary: 'Accept-Encoding', 'cache-control': cacheControl })
  if (holdsTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  const body = prepared.body(encoding)
  return reply
    .headers(prepared.headers)
    .type(prepared.contentType)
    .send(body instanceof Promise ? await body : body)
}

/** RFC 9110: a list of tags compared weakly, or `*`. */
function holdsTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((it) => {
    const held = it.trim()
    return held === '*' || held === tag || held === `W/${tag}`
  })
}
