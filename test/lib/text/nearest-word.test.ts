import { describe, expect, it } from 'vitest'
import { nearestWord } from '../../../src/lib/text/nearest-word.ts'

describe('the word that was probably meant', () => {
  const words = ['price', 'iv_rank', 'net_gex', 'net_premium', 'template', 'legs']

  it.each([
    ['iv_rnk', 'iv_rank'],
    ['net_premum', 'net_premium'],
    ['pice', 'price'],
    ['gex', 'net_gex'],
    ['legs[]', 'legs'],
    ['Template', 'template'],
  ])('of %s is %s', (text, word) => {
    expect(nearestWord(text, words)).toBe(word)
  })

  it.each(['foo', 'q', '', 'delete from accounts'])('of %j is none that is not alike', (text) => {
    expect(nearestWord(text, words)).toBeUndefined()
  })

  it('is none of an empty list', () => {
    expect(nearestWord('price', [])).toBeUndefined()
  })
})
