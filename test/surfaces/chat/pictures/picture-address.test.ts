import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { keyedDigest } from '../../../../src/lib/node/keyed-digest.ts'
import { ivPicture } from '../../../../src/surfaces/chat/pictures/market-pictures.ts'
import type { Picture } from '../../../../src/surfaces/chat/pictures/picture.ts'
import { namedPicture, pictureName } from '../../../../src/surfaces/chat/pictures/picture-address.ts'

const digest = keyedDigest('s'.repeat(32))
const NOW = new Date('2026-11-20T18:00:00Z')
const later = (seconds: number) => new Date(NOW.getTime() + 1_000 * seconds)
const picture = ivPicture('SPY', [
  { dte: 1, atm_iv: 0.2, expected_move: null },
  { dte: 30, atm_iv: 0.25, expected_move: null },
]) as Picture

describe('the address of a picture', () => {
  const name = pictureName(digest, picture, NOW)

  it('carries the picture for a day', () => {
    expect(namedPicture(digest, name, later(0))).toEqual(picture)
    expect(namedPicture(digest, name, later(86_399))).toEqual(picture)
    expect(namedPicture(digest, name, later(86_400))).toBeUndefined()
  })

  it('is refused where anything in it is another, or another service has signed it', () => {
    const [data = '', until = '', signature = ''] = name.split('.')
    const other = deflateRawSync(JSON.stringify({ ...picture, title: 'Other' })).toString('base64url')
    const names = [
      `${other}.${until}.${signature}.png`,
      `${data}.${Number(until) + 1}.${signature}.png`,
      `${data}.${until}.${'A'.repeat(43)}.png`,
      `${data}.${until}.${signature}`,
      `${data}.${until}.png`,
      '',
    ]

    expect(names.map((each) => namedPicture(digest, each, NOW))).toEqual(names.map(() => undefined))
    expect(namedPicture(keyedDigest('t'.repeat(32)), name, NOW)).toBeUndefined()
  })
})
