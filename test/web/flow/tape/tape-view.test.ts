import { describe, expect, it } from 'vitest'
import { readView, storedView, USUAL_VIEW } from '../../../../src/web/flow/tape/tape-view.ts'

const TITLES = ['Side', 'Delta', 'Vol/OI']

describe('the view of the tape', () => {
  it('is read as it was stored', () => {
    const view = { density: 'compact', hidden: new Set(['Delta', 'Vol/OI']) } as const

    expect(readView(storedView(view), TITLES)).toEqual(view)
    expect(readView(storedView(USUAL_VIEW), TITLES)).toEqual(USUAL_VIEW)
  })

  it.each([null, '', 'dense,Side', '{"hidden":[]}'])('is the usual one where %o is stored', (stored) => {
    expect(readView(stored, TITLES)).toEqual(USUAL_VIEW)
  })

  it('forgets columns that no longer exist', () => {
    expect(readView('comfortable,Side,Colour', TITLES).hidden).toEqual(new Set(['Side']))
  })
})
