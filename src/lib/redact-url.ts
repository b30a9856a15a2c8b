const SECRET_NAME = /secret|token|passw|key|auth|sign|code|credential|email|cookie|session/i
/** A second `?` and `;` begin a parameter too, for URLs that were put together wrongly. */
const PAIR = /[^?&;]+/g

/** Whether a parameter of this name may hold something that must not be written down. */
export function namesSecret(name: string): boolean {
  return SECRET_NAME.test(name)
}

/**
 * A request target as it may stand in a log: values of query parameters whose (decoded) name hints at a secret are
 * dropped. Names are decoded first, since `%73ecret` reaches a handler as `secret`.
 */
export function redactUrl(url: string): string {
  const start = url.indexOf('?')
  if (start === -1) return url
  return url.slice(0, start) + url.slice(start).replaceAll(PAIR, redactPair)
}

function redactPair(pair: string): string {
  const equals = pair.indexOf('=')
  if (equals === -1) return namesSecret(decoded(pair)) ? '[redacted]' : pair
  const name = pair.slice(0, equals)
  return namesSecret(decoded(name)) ? `${name}=[redacted]` : pair
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    // Broken escapes hide the name, so it is taken for a secret one.
    return 'secret'
  }
}
