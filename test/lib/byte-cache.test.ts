import { describe, expect, it } from 'vitest'
import { ByteCache } from '../../src/lib/byte-cache.ts'

describe('ByteCache', () => {
  it('drops what was unused for longest when the bytes are spent', () => {
    const cache = new ByteCache<string>(10)
    cache.set('a', 'A', 4)
    cache.set('b', 'B', 4)
    cache.get('a')

    cache.set('c', 'C', 4)

    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', undefined, 'C'])
    expect(cache.bytes).toBe(8)
  })

  it('counts a value once that takes the place of another', () => {
    const cache = new ByteCache<string>(10)
    cache.set('a', 'A', 8)

    cache.set('a', 'B', 6)

    expect([cache.get('a'), cache.bytes]).toEqual(['B', 6])
  })

  it('drops others when a value grows, and ignores growth of a value that was replaced', () => {
    const cache = new ByteCache<string>(10)
    cache.set('a', 'A', 4)
    cache.set('b', 'B', 4)

    cache.grow('b', 'B', 4)
    cache.grow('b', 'old', 100)

    expect([cache.get('a'), cache.get('b'), cache.bytes]).toEqual([undefined, 'B', 8])
  })

  it('forgets a value on request, but not one that took its place', () => {
    const cache = new ByteCache<string>(10)
    cache.set('a', 'A', 4)

    cache.delete('a', 'other')
    const kept = cache.get('a')
    cache.delete('a', 'A')

    expect([kept, cache.get('a'), cache.bytes]).toEqual(['A', undefined, 0])
  })

  it('does not keep what is larger than the whole', () => {
    const cache = new ByteCache<string>(10)

    cache.set('a', 'A', 11)

    expect([cache.get('a'), cache.bytes, cache.size]).toEqual([undefined, 0, 0])
  })
})
