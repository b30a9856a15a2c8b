import { describe, expect, it } from 'vitest'
import { spoken, type Toast, withToast } from '../../../../src/web/notifications/feed/toast-list.ts'

function toast(key: string, isHigh = false): Toast {
  return { key, title: key, body: '', isHigh, row: null }
}

function keysOf(toasts: readonly Toast[]): string[] {
  return toasts.reduce<readonly Toast[]>(withToast, []).map(({ key }) => key)
}

describe('new notifications in the masthead', () => {
  it('are at most three, the newest', () => {
    expect(keysOf(['a', 'b', 'c', 'd'].map((key) => toast(key)))).toEqual(['d', 'c', 'b'])
  })

  it('never push one of high priority out', () => {
    expect(keysOf([toast('high', true), toast('a'), toast('b'), toast('c')])).toEqual(['c', 'b', 'high'])
  })

  it('of high priority all stay, and leave no room for normal ones', () => {
    const high = ['a', 'b', 'c', 'd', 'e'].map((key) => toast(key, true))

    expect(keysOf([...high, toast('normal')])).toEqual(['e', 'd', 'c', 'b', 'a'])
  })

  it('are told once', () => {
    expect(keysOf([toast('a'), toast('a')])).toEqual(['a'])
  })

  it('are read out together', () => {
    expect(spoken([])).toBe('')
    expect(spoken(['One', 'Two'])).toBe('One. Two')
    expect(spoken(['One', 'Two', 'Three', 'Four'])).toBe('4 new notifications, the newest: Four')
  })
})
