import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { isSameDigest, type KeyedDigest } from '../../../lib/node/keyed-digest.ts'
import { DAY_MS } from '../../../lib/time/duration.ts'
import { Picture } from './picture.ts'

/** A chat fetches a picture when it shows the message, and perhaps again later. */
const LIFE_MS = DAY_MS
const MAX_DATA_BYTES = 64 * 1024
const PURPOSE = 'chat picture'
const NAME = /^([\w-]+)\.(\d{1,12})\.([\w-]{43})\.png$/

/** The name of a file that carries its picture, so that every process can draw it; signed, and valid for a day. */
export function pictureName(digest: KeyedDigest, picture: Picture, now: Date): string {
  const data = deflateRawSync(JSON.stringify(picture)).toString('base64url')
  const signed = `${data}.${Math.floor((now.getTime() + LIFE_MS) / 1_000)}`
  return `${signed}.${digest(PURPOSE, signed)}.png`
}

/** Undefined unless this service has made the name and it is still valid; nothing is unpacked before. */
export function namedPicture(digest: KeyedDigest, name: string, now: Date): Picture | undefined {
  const [, data = '', until = '', signature = ''] = NAME.exec(name) ?? []
  if (!isSameDigest(digest(PURPOSE, `${data}.${until}`), signature)) return undefined
  if (Number(until) * 1_000 <= now.getTime()) return undefined
  const json = inflateRawSync(Buffer.from(data, 'base64url'), { maxOutputLength: MAX_DATA_BYTES }).toString('utf8')
  return Picture.parse(JSON.parse(json))
}
