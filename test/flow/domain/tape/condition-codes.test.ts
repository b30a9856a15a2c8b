import { describe, expect, it } from 'vitest'
import { conditionOf, OPRA_CONDITIONS } from '../../../../src/flow/domain/tape/condition-codes.ts'
import { POLYGON_CONDITIONS, THETA_DATA_CONDITIONS } from '../../../oracles/vendor-conditions.ts'
import { rowOf, rowsOf, sessionOf } from '../../../support/market/flow-tape.ts'

/** Code, name, trade type of a small print, and whether its side says who was aggressive. */
const ROWS = [
  ['B', 'OSEQ', 'single', false],
  ['D', 'LATE', 'single', false],
  ['F', 'OPEN', 'single', false],
  ['H', 'OPNL', 'single', false],
  ['I', 'AUTO', 'single', true],
  ['J', 'REOP', 'single', true],
  ['', '', 'single', true],
  [' ', '', 'single', true],
  ['S', 'ISOI', 'sweep', true],
  ['a', 'SLAN', 'single', false],
  ['b', 'SLAI', 'sweep', false],
  ['c', 'SLCN', 'block', false],
  ['d', 'SLCI', 'sweep', false],
  ['e', 'SLFT', 'floor', false],
  ['f', 'MLET', 'multi_leg', false],
  ['g', 'MLAT', 'multi_leg', false],
  ['h', 'MLCT', 'multi_leg', false],
  ['i', 'MLFT', 'multi_leg', false],
  ['j', 'MESL', 'multi_leg', false],
  ['k', 'TLAT', 'multi_leg', false],
  ['l', 'MASL', 'multi_leg', false],
  ['m', 'MFSL', 'multi_leg', false],
  ['n', 'TLET', 'multi_leg', false],
  ['o', 'TLCT', 'multi_leg', false],
  ['p', 'TLFT', 'multi_leg', false],
  ['q', 'TESL', 'multi_leg', false],
  ['r', 'TASL', 'multi_leg', false],
  ['s', 'TFSL', 'multi_leg', false],
  ['t', 'CBMO', 'multi_leg', false],
  ['v', 'EXHT', 'single', true],
] as const

describe('the message type of a print', () => {
  it.each(ROWS)('%s (%s) is %s', (condition, name, tradeType, aggressive) => {
    const row = rowOf({ condition })

    expect(conditionOf(condition)?.name).toBe(name)
    expect(row.tradeType).toBe(tradeType)
    expect(row.side).toBe('at_ask')
    expect(row.aggressor).toBe(aggressive ? 1 : 0)
    expect(row.sentiment).toBe(aggressive ? 'bullish' : 'neutral')
  })

  it.each(['a', 'I', 'S', 'e', 'f', 'B'])(
    '%s of 500 contracts is a block only where nothing comes before it',
    (condition) => {
      const types = { a: 'block', I: 'block', S: 'sweep', e: 'floor', f: 'multi_leg', B: 'block' }

      expect(rowOf({ condition, size: 500 }).tradeType).toBe(types[condition as keyof typeof types])
    },
  )

  it.each([
    ['A', 'CANC'],
    ['C', 'CNCL'],
    ['E', 'CNCO'],
    ['G', 'CNOL'],
  ])('%s (%s) takes a print back', (condition, name) => {
    expect(conditionOf(condition)?.name).toBe(name)
    expect(rowsOf([{}, { condition }])).toEqual([])
  })

  it('leaves compression (u) out', () => {
    const session = sessionOf([{ condition: 'u' }])

    expect(session.rows).toEqual([])
    expect(session.counts.compression).toBe(1)
  })

  it('keeps a code that it does not know as a single print, and counts it', () => {
    const session = sessionOf([{ condition: 'Z' }])

    expect(session.rows[0]).toMatchObject({ tradeType: 'single', aggressor: 1 })
    expect(session.counts.unknown_condition).toBe(1)
    expect(conditionOf('Z')).toBeNull()
  })

  it('knows every code of OPRA once', () => {
    const cancelled = ['A', 'C', 'E', 'G']
    const named = ROWS.map(([code]) => code.trim()).filter((code) => code !== '')

    expect([...OPRA_CONDITIONS.keys()].sort()).toEqual([...named, ...cancelled, 'u'].sort())
    expect(new Set([...OPRA_CONDITIONS.values()].map(({ name }) => name)).size).toBe(OPRA_CONDITIONS.size)
  })

  it.each([
    [201, 'A'],
    [210, 'J'],
    [219, 'S'],
    [227, 'a'],
    [231, 'e'],
    [232, 'f'],
    [247, 'u'],
    [248, 'v'],
    [211, undefined],
    [249, undefined],
  ])('Polygon %d is %s', (number, code) => {
    expect(POLYGON_CONDITIONS.get(number)).toBe(code)
  })

  it.each([
    [18, 'I'],
    [95, 'S'],
    [125, 'a'],
    [129, 'e'],
    [130, 'f'],
    [144, 't'],
    [145, undefined],
    [147, 'u'],
    [148, 'v'],
  ])('ThetaData %d is %s', (number, code) => {
    expect(THETA_DATA_CONDITIONS.get(number)).toBe(code)
  })

  it('numbers only codes of OPRA', () => {
    for (const code of [...POLYGON_CONDITIONS.values(), ...THETA_DATA_CONDITIONS.values()]) {
      expect(OPRA_CONDITIONS.has(code), code).toBe(true)
    }
  })
})
