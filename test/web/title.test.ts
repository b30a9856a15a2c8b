import { describe, expect, it } from 'vitest'
import { PATHS } from '../../src/web/paths.ts'
import { documentTitle } from '../../src/web/title.ts'

describe('the title of the document', () => {
  it.each([
    ['/', 0, 'Market · Optionwire'],
    ['/notifications', 5, '(5) Notifications · Optionwire'],
    ['/alerts/new', 100, '(99+) New alert · Optionwire'],
    ['/alerts/01k9', 99, '(99) Alert · Optionwire'],
    ['/symbols/spy', 0, 'SPY · Optionwire'],
    ['/symbols/BRK.B/chain', 0, 'BRK.B chain · Optionwire'],
    ['/nowhere', 1, '(1) Optionwire'],
  ])('of %s with %i unread is %s', (path, unread, expected) => {
    expect(documentTitle(path, unread)).toBe(expected)
  })

  it('names every page', () => {
    const nameless = Object.values(PATHS).filter((path) => documentTitle(path, 0) === 'Optionwire')

    expect(nameless).toEqual([])
  })
})
