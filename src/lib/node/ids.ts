const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_LENGTH = 10
const RANDOM_LENGTH = 16

/**
 * Ids that sort by creation time: 48 bits of milliseconds, then 80 random bits, in Crockford's base 32, lower-case, 26
 * characters. Time and randomness are passed in.
 */
export function timeOrderedIds(now: () => Date, randomBytes: (size: number) => Uint8Array): () => string {
  return () => {
    let text = idPrefixAt(now())
    for (const byte of randomBytes(RANDOM_LENGTH)) text += ALPHABET.charAt(byte & 31)
    return text
  }
}

/** The prefix of ids created at an instant: all ids created earlier are smaller. */
export function idPrefixAt(at: Date): string {
  let time = at.getTime()
  let text = ''
  for (let index = 0; index < TIME_LENGTH; index++) {
    text = ALPHABET.charAt(time % 32) + text
    time = Math.floor(time / 32)
  }
  return text
}
