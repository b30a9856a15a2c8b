import { expect, it } from 'vitest'
import { nearest } from '../../../src/lib/math/nearest.ts'

const names = ['gamma_exposure', 'options_chain', 'options_flow', 'net_flow', 'news', 'serve']

it.each([
  ['gama_exposure', ['gamma_exposure']],
  ['gamma_expsoure', ['gamma_exposure']],
  ['flow', ['options_flow', 'net_flow']],
  ['new', ['news']],
  ['server', ['serve']],
  ['option', ['options_chain', 'options_flow']],
  ['zzzzzz', []],
  ['', []],
])('takes %j for %j', (word, expected) => {
  expect(nearest(word, names)).toEqual(expected)
})
