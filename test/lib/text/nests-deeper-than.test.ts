import { describe, expect, it } from 'vitest'
import { nestsDeeperThan } from '../../../src/lib/text/nests-deeper-than.ts'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

describe('nestsDeeperThan', () => {
  it.each([
    [nested(15), false],
    [nested(16), false],
    [nested(17), true],
    [`{"a":${nested(15)}}`, false],
    [`{"a":${nested(16)}}`, true],
    [`[${'{},'.repeat(1000)}{}]`, false],
    [JSON.stringify('['.repeat(100)), false],
    [JSON.stringify({ text: `\\"${'{'.repeat(100)}` }), false],
    [`"unfinished ${'['.repeat(100)}`, false],
    ['"\\', false],
    [nested(10_000), true],
  ])('reads %.40s…', (text, expected) => {
    expect(nestsDeeperThan(text, 16)).toBe(expected)
  })
})
