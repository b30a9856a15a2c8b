import { expect, it } from 'vitest'
import { contentDisposition } from '../../../src/lib/text/content-disposition.ts'

it.each([
  ['options_chain-SPY.csv', 'attachment; filename="options_chain-SPY.csv"'],
  ['a"b.csv', `attachment; filename="a_b.csv"; filename*=UTF-8''a%22b.csv`],
  ['../../etc/passwd', 'attachment; filename=".._.._etc_passwd"'],
  ['a\r\nSet-Cookie: x', `attachment; filename="a__Set-Cookie_ x"; filename*=UTF-8''a__Set-Cookie%3A%20x`],
  ['a\u0000b', 'attachment; filename="a_b"'],
  ['ſpy’s.csv', `attachment; filename="_py_s.csv"; filename*=UTF-8''%C5%BFpy%E2%80%99s.csv`],
  ["it's.csv", `attachment; filename="it_s.csv"; filename*=UTF-8''it%27s.csv`],
  ['\ud800.csv', `attachment; filename="_.csv"; filename*=UTF-8''%EF%BF%BD.csv`],
])('names %j', (name, expected) => {
  expect(contentDisposition(name)).toBe(expected)
})
