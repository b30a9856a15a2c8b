import { describe, expect, it } from 'vitest'
import { spoken, type Toast, visibleToasts, withToast } from '../../../../src/web/notifications/feed/toast-list.ts'

function toast(key: string, isHigh = false): Toast {
  return { key, title: key, body: '', isHigh, row: null }
}

function shownOf(toasts: readonly Toast[]) {
  const all = toasts.reduce<readonly Toast[]>(withToast, [])
  const { visible, more } = visibleToasts(all)
  return { keys: visible.map(({ key }) => key), more }
}

describe('messages over the page', () => {
  it('are at most three, the newest', () => {
    expect(shownOf(['a', 'b', 'c', 'd'].map((key) => toast(key)))).toEqual({ keys: ['d', 'c', 'b'], more: 0 })
  })

  it('never push one of high priority out', () => {
    expect(shownOf([toast('high', true), toast('a'), toast('b'), toast('c')])).toEqual({
      keys: ['c', 'b', 'high'],
      more: 0,
    })
  })

  it('say how many of high priority wait behind those that are visibleToasts', () => {
    const high = ['a', 'b', 'c', 'd', 'e'].map((key) => toast(key, true))

    expect(shownOf([...high, toast('normal')])).toEqual({ keys: ['e', 'd', 'c'], more: 2 })
  })

  it('are told once', () => {
    expect(shownOf([toast('a'), toast('a')]).keys).toEqual(['a'])
  })

  it('are read out together', () => {
    expect(spoken([])).toBe('')
    expect(spoken(['One', 'Two'])).toBe('One. Two')
    expect(spoken(['One', 'Two', 'Three', 'Four'])).toBe('4 new notifications, the newest: Four')
  })
})
