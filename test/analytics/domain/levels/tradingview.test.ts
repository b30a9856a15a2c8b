import { describe, expect, it } from 'vitest'
import { chartLevels, levelsLine, pineScript } from '../../../../src/analytics/domain/levels/tradingview.ts'

const FIGURES = {
  underlying_price: 660.5,
  call_wall: 680,
  put_wall: 640,
  gamma_flip: 655.1234,
  max_pain: 658,
  expected_move: 4.257,
}

describe('levels for TradingView', () => {
  it('are walls, flip, max pain, and the expected move on both sides of the price', () => {
    expect(chartLevels(FIGURES)).toEqual([
      { name: 'call_wall', price: 680 },
      { name: 'put_wall', price: 640 },
      { name: 'gamma_flip', price: 655.12 },
      { name: 'max_pain', price: 658 },
      { name: 'expected_high', price: 664.76 },
      { name: 'expected_low', price: 656.24 },
    ])
  })

  it('leave out what is unknown, and a move below zero', () => {
    const unknown = { ...FIGURES, call_wall: null, gamma_flip: null, underlying_price: null }

    expect(chartLevels(unknown).map(({ name }) => name)).toEqual(['put_wall', 'max_pain'])
    expect(chartLevels({ ...FIGURES, expected_move: 700 }).map(({ name }) => name)).not.toContain('expected_low')
  })

  it('are one line that the script reads again', () => {
    const line = levelsLine('BRK.B', '2026-11-20', chartLevels({ ...FIGURES, max_pain: null }))

    expect(line).toBe(
      'BRK.B,2026-11-20,call_wall=680,put_wall=640,gamma_flip=655.12,expected_high=664.76,expected_low=656.24',
    )
    const [symbol, date, ...cells] = line.split(',')
    expect([symbol, date]).toEqual(['BRK.B', '2026-11-20'])
    expect(cells.every((cell) => Number(cell.split('=')[1]) > 0)).toBe(true)
  })

  it('are drawn by a script that holds the line as its input', () => {
    const line = levelsLine('SPY', '2026-11-20', chartLevels(FIGURES))
    const script = pineScript(line)

    expect(script.split('\n')[0]).toBe('//@version=6')
    expect(script).toContain(`input.text_area("${line}", "Levels"`)
    // Blocks of Pine are indented by four spaces.
    expect(script.split('\n').filter((text) => /^( {4})* {1,3}\S/.test(text))).toEqual([])
    expect(script.match(/"/g)?.length ?? 1).toSatisfy((count: number) => count % 2 === 0)
  })
})
