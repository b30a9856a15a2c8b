import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateOfDay, dayNumber } from '../../../../src/lib/time/civil-date.ts'
import { formatOptionSymbol, parseOptionSymbol } from '../../../../src/market/domain/options/option-symbol.ts'

const contracts = fc.record({
  root: fc.stringMatching(/^[A-Z]{1,5}[1-9]?$/),
  expirationDate: fc
    .integer({ min: dayNumber('2010-01-01'), max: dayNumber('2099-12-31') })
    .map((day) => dateOfDay(day)),
  optionType: fc.constantFrom('call' as const, 'put' as const),
  strike: fc.integer({ min: 1, max: 99_999_999 }).map((thousandths) => thousandths / 1000),
})

describe('option symbols', () => {
  it('reads the padded form', () => {
    expect(parseOptionSymbol('SPY   261120C00560000')).toEqual({
      root: 'SPY',
      expirationDate: '2026-11-20',
      optionType: 'call',
      strike: 560,
    })
  })

  it('reads the form without padding, also of a root that ends in a digit', () => {
    expect(parseOptionSymbol('AAPL7140621P00092860')).toEqual({
      root: 'AAPL7',
      expirationDate: '2014-06-21',
      optionType: 'put',
      strike: 92.86,
    })
  })

  it.each([
    ['', 'nothing'],
    ['SPY', 'no tail'],
    ['SPY   261320C00560000', 'month 13'],
    ['SPY   260230C00560000', '30 February'],
    ['SPY   270229C00560000', '29 February of a common year'],
    ['SPY   261120X00560000', 'neither call nor put'],
    ['SPY   261120C00000000', 'strike 0'],
    ['261120C00560000', 'no root'],
    ['SPYSPYS261120C00560000', 'seven letters'],
    ['spy   261120C00560000', 'small letters'],
    ['1SPY  261120C00560000', 'a root that begins with a digit'],
    ['SPY   261120C0056000', 'a digit short'],
  ])('refuses %j: %s', (text) => {
    expect(parseOptionSymbol(text)).toBeNull()
  })

  it('is 21 characters long and reads back as what it was made of', () => {
    fc.assert(
      fc.property(contracts, (contract) => {
        const symbol = formatOptionSymbol(contract)

        expect(symbol).toHaveLength(21)
        expect(parseOptionSymbol(symbol)).toEqual(contract)
        expect(parseOptionSymbol(symbol.replaceAll(' ', ''))).toEqual(contract)
      }),
    )
  })

  it.each([
    [{ strike: 0 }],
    [{ strike: -5 }],
    [{ strike: Number.NaN }],
    [{ strike: 100_000 }],
    [{ strike: 12.3456 }],
    [{ root: '' }],
    [{ root: 'BRK.B' }],
    [{ expirationDate: '2026-02-30' }],
  ])('refuses to write %j', (part) => {
    const contract = { root: 'SPY', expirationDate: '2026-11-20', optionType: 'call' as const, strike: 560 }

    expect(() => formatOptionSymbol({ ...contract, ...part })).toThrow(RangeError)
  })
})
