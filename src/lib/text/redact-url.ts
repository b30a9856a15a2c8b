const SECRET_NAME =
  /secret|token|passw|key|auth|sign|code|credential|email|cookie|session|jwt|(?<![a-z])(?:pwd?|state)(?![a-z])/i
/** A second `?` and `;` also start a parameter, in malformed URLs. */
const PAIR = /[^?&;]+/g

/** Whether a parameter with this name may contain a secret. */
export function namesSecret(name: string): boolean {
  return SECRET_NAME.test(name)
}

/**
 * A request target for a log: the values of query parameters whose decoded name suggests a secret are removed. Names
 * are decoded first, because `%73ecret` reaches a handler as `secret`.
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
    // Invalid escapes hide the name, so it counts as secret.
    return 'secret'
  }
}
