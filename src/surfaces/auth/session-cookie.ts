import type { SessionCookie } from '../../catalogue/context.ts'

/**
 * The cookie with the secret of a sign-in session: HttpOnly, SameSite=Lax, Path=/; over https also Secure, with a
 * `__Host-` name that no other host and no plain connection can set.
 */
export interface CookieCodec {
  /** The secret in a `Cookie` header; null if it has none. */
  read(header: string | string[] | undefined): string | null
  /** Values of a `Set-Cookie` header. */
  write(secret: string, expiresAt: Date): string
  clear(): string
  /** The same for the cookie of a known browser. */
  readonly device: Pick<CookieCodec, 'read' | 'write'>
}

const NAME = 'optionwire_session'
const DEVICE_NAME = 'optionwire_device'

export function sessionCookieCodec(publicUrl: string): CookieCodec {
  const secure = isHttps(publicUrl)
  const name = sessionCookieName(publicUrl)
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const named = (own: string): Pick<CookieCodec, 'read' | 'write'> => ({
    read: (header) => (typeof header === 'string' ? cookieValue(header, own) : null),
    write: (secret, expiresAt) => `${own}=${secret}; ${attributes}; Expires=${expiresAt.toUTCString()}`,
  })
  return {
    ...named(name),
    device: named(secure ? `__Host-${DEVICE_NAME}` : DEVICE_NAME),
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
  }
}

export function sessionCookieName(publicUrl: string): string {
  return isHttps(publicUrl) ? `__Host-${NAME}` : NAME
}

function isHttps(url: string): boolean {
  return new URL(url).protocol === 'https:'
}

function cookieValue(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim() || null
  }
  return null
}

/** Reads and sets the cookies of one exchange. Most exchanges do neither, and pay only for this object. */
export class ReplyCookies implements SessionCookie {
  readonly #reply: CookieReply
  readonly #codec: CookieCodec

  constructor(reply: CookieReply, codec: CookieCodec) {
    this.#reply = reply
    this.#codec = codec
  }

  get device(): string | null {
    return this.#codec.device.read(this.#reply.request.headers.cookie)
  }

  setDevice(value: string, expiresAt: Date): void {
    this.#setCookie(this.#codec.device.write(value, expiresAt))
  }

  set(secret: string, expiresAt: Date): void {
    this.#setCookie(this.#codec.write(secret, expiresAt))
  }

  clear(): void {
    this.#setCookie(this.#codec.clear())
  }

  #setCookie(value: string): void {
    this.#reply.header('set-cookie', value)
  }
}

/** The part of a reply that is needed; a Fastify reply fits. */
export interface CookieReply {
  header(name: string, value: string): unknown
  readonly request: { readonly headers: { readonly cookie?: string | undefined } }
}
