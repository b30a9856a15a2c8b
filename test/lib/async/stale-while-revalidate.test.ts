import { beforeEach, describe, expect, it } from 'vitest'
import { StaleWhileRevalidate } from '../../../src/lib/async/stale-while-revalidate.ts'

let cache: StaleWhileRevalidate<string>
let clockMs = 0
let made = 0
const begun: (() => Promise<void>)[] = []

beforeEach(() => {
  cache = new StaleWhileRevalidate({ freshMs: 60, usableMs: 300, max: 2, monotonicMs: () => clockMs })
  made = 0
  begun.length = 0
})

/** The clock of the process does not begin at 0. */
const BEGIN_MS = 5_000

const find = (key: string, nowMs: number, make = async () => `${key} ${++made}`) => {
  clockMs = BEGIN_MS + nowMs
  return cache.find(key, { load: make, inBackground: (work) => void begun.push(work) })
}

describe('a cache that serves old values while it makes new ones', () => {
  it('gives a fresh value without making it again', async () => {
    expect(await find('a', 0)).toBe('a 1')
    expect(await find('a', 60)).toBe('a 1')
    expect(begun).toHaveLength(0)
  })

  it('gives an older one once more and makes the next beside the caller, once', async () => {
    await find('a', 0)

    expect(await find('a', 61)).toBe('a 1')
    const renewal = begun[0]!()
    expect(await find('a', 62)).toBe('a 1')
    expect(begun).toHaveLength(1)
    await renewal

    expect(await find('a', 63)).toBe('a 2')
  })

  it('waits for a new one when the old one can no longer be used', async () => {
    await find('a', 0)

    expect(await find('a', 301)).toBe('a 2')
  })

  it('lets those who ask at the same time wait together', async () => {
    expect(await Promise.all([find('a', 0), find('a', 0), find('a', 5)])).toEqual(['a 1', 'a 1', 'a 1'])
  })

  it('counts the age from when the making began', async () => {
    let finish: (value: string) => void = () => undefined
    const slow = find('a', 0, () => new Promise((resolve) => (finish = resolve)))
    finish('slow')

    expect(await slow).toBe('slow')
    expect(await find('a', 301)).toBe('a 1')
  })

  it('does not remember a failure, and keeps the value that it has when a renewal fails', async () => {
    await expect(find('a', 0, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await find('a', 0)).toBe('a 1')

    await find('a', 61, () => Promise.reject(new Error('no')))
    await expect(begun[0]!()).rejects.toThrow('no')
    expect(await find('a', 62)).toBe('a 1')
    expect(begun).toHaveLength(2)
  })

  it('forgets what was not asked for longest', async () => {
    await find('a', 0)
    await find('b', 0)
    await find('a', 1)
    await find('c', 1)

    expect(await find('a', 2)).toBe('a 1')
    expect(await find('b', 2)).toBe('b 4')
  })
})
