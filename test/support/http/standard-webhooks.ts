/** A second implementation of the signature, as a receiver would write it from the specification. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_S = 300

/** Why a message is not accepted; null where it is. */
export function signatureFault(
  secret: string,
  { headers, bytes }: { readonly headers: Readonly<Record<string, string>>; readonly bytes: Buffer },
  now: Date,
): string | null {
  const [id, timestamp, signatures] = [
    headers['webhook-id'],
    headers['webhook-timestamp'],
    headers['webhook-signature'],
  ]
  if (!id || !timestamp || !signatures) return 'a header is missing'
  if (!/^\d+$/.test(timestamp)) return 'the timestamp is no number'
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > TOLERANCE_S) return 'the timestamp is too far away'
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(bytes).digest()
  const given = signatures.split(' ').filter((signature) => signature.startsWith('v1,'))
  const matches = given.some((signature) => {
    const bytesGiven = Buffer.from(signature.slice(3), 'base64')
    return bytesGiven.length === expected.length && timingSafeEqual(bytesGiven, expected)
  })
  return matches ? null : 'no signature matches'
}
