import type { FastifyReply, FastifyRequest } from 'fastify'
import { compress } from '../../lib/node/compress.ts'
import { contentTag } from '../../lib/node/content-tag.ts'
import { type ContentEncoding, chooseEncoding } from '../../lib/text/choose-encoding.ts'

/** Compressing shorter texts saves less than the headers cost. */
const MIN_COMPRESSED_BYTES = 1024

export interface PreparedText {
  /** Bytes are a file that is compressed already, and are sent as they are. */
  readonly text: string | Buffer
  /** Including its charset. */
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether it never changes, so that the smallest form is worth its time. */
  readonly isLasting?: boolean
}

/**
 * A response written once and sent many times: plain, and compressed at the first request for an encoding. Only for
 * texts without secrets, because the compressed size reveals information about the content.
 */
export class Prepared {
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  readonly #plain: Buffer
  readonly #isText: boolean
  readonly #isLasting: boolean
  /** Short texts are sent as strings: head and body are then one write, which halves the cost of the request. */
  readonly #short: string | null
  readonly #tag: string
  readonly #packed = new Map<ContentEncoding, Promise<Buffer>>()
  readonly #onGrowth: (bytes: number) => void

  constructor(
    { text, contentType, headers = {}, isLasting = false }: PreparedText,
    onGrowth: (bytes: number) => void = () => {},
  ) {
    this.contentType = contentType
    this.headers = headers
    this.#isLasting = isLasting
    this.#isText = typeof text === 'string'
    this.#plain = typeof text === 'string' ? Buffer.from(text) : text
    this.#short = typeof text === 'string' && this.#plain.length < MIN_COMPRESSED_BYTES ? text : null
    this.#tag = contentTag(this.#plain)
    this.#onGrowth = onGrowth
  }

  get bytes(): number {
    return this.#plain.length
  }

  encodingFor(acceptEncoding: string | undefined): ContentEncoding | undefined {
    return this.#isText && this.#short === null ? chooseEncoding(acceptEncoding) : undefined
  }

  /** A strong tag: each encoding has its own. */
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
    const packed = await compress(this.#plain, encoding, this.#isLasting)
    this.#onGrowth(packed.length)
    return packed
  }
}

/** Sends the encoding that `Accept-Encoding` allows, or 304 if the caller has the current version. */
export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: Prepared,
  cacheControl: string,
): Promise<void> {
  const encoding = prepared.encodingFor(request.headers['accept-encoding'])
  const tag = prepared.entityTag(encoding)
  reply.headers({ etag: tag, vary: 'Accept-Encoding', 'cache-control': cacheControl })
  if (includesTag(request.headers['if-none-match'], tag)) {
    reply.code(304).send()
    return
  }
  if (encoding) reply.header('content-encoding', encoding)
  const body = prepared.body(encoding)
  reply
    .headers(prepared.headers)
    .type(prepared.contentType)
    .send(body instanceof Promise ? await body : body)
}

/** RFC 9110: a list of tags compared weakly, or `*`. */
function includesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((it) => {
    const candidate = it.trim()
    return candidate === '*' || candidate === tag || candidate === `W/${tag}`
  })
}
