import type { SessionCookie } from '../operations/context.ts'

/**
 * The cookie that holds the secret of a sign-in session: HttpOnly, SameSite=Lax, Path=/; where the service is reached
 * over https also Secure, under a `__Host-` name that no other host and no plain connection can set.
 */
export interface CookieCodec {
  /** The secret in a `Cookie` header; null where it has none. */
  read(header: string | string[] | undefined): string | null
  /** Values of a `Set-Cookie` header. */
  write(secret: string, expiresAt: Date): string
  clear(): string
}

const NAME = 'optionwire_session'

export function sessionCookieCodec(publicUrl: string): CookieCodec {
  const secure = isHttps(publicUrl)
  const name = sessionCookieName(publicUrl)
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    read: (header) => (typeof header === 'string' ? cookieValue(header, name) : null),
    write: (secret, expiresAt) => `${name}=${secret}; ${attributes}; Expires=${expiresAt.toUTCString()}`,
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

/** Keeps the secret of a sign-in session with the caller, on the answer to a request. */
export function cookieOn(reply: CookieReply, codec: CookieCodec): SessionCookie {
  return {
    set: (secret, expiresAt) => void reply.header('set-cookie', codec.write(secret, expiresAt)),
    clear: () => void reply.header('set-cookie', codec.clear()),
  }
}

/** What of an answer is needed; a Fastify reply fits. */
export interface CookieReply {
  header(name: string, value: string): unknown
}
