import { expect, it } from 'vitest'
import { redactUrl } from '../../../src/lib/text/redact-url.ts'

it.each([
  ['/health', '/health'],
  ['/webhooks/x?secret=CANARY', '/webhooks/x?secret=[redacted]'],
  ['/x?a=1&secret=CANARY&b=2', '/x?a=1&secret=[redacted]&b=2'],
  ['/x?%73ecret=CANARY', '/x?%73ecret=[redacted]'],
  ['/x?pw=CANARY&pwd=CANARY&user_pw=CANARY', '/x?pw=[redacted]&pwd=[redacted]&user_pw=[redacted]'],
  ['/x?jwt=CANARY&id_jwt=CANARY', '/x?jwt=[redacted]&id_jwt=[redacted]'],
  ['/x?upward=1', '/x?upward=1'],
  ['/x?SECRET=CANARY', '/x?SECRET=[redacted]'],
  ['/x?secret=a=CANARY', '/x?secret=[redacted]'],
  ['/x?%zz=CANARY', '/x?%zz=[redacted]'],
  ['/x?verification_token=CANARY&dte_max=30', '/x?verification_token=[redacted]&dte_max=30'],
  ['/x?secretCANARY', '/x?[redacted]'],
  ['/x?a=1?secret=CANARY', '/x?a=1?secret=[redacted]'],
  ['/x?a=1;secret=CANARY', '/x?a=1;secret=[redacted]'],
])('writes %s as %s', (url, expected) => {
  expect(redactUrl(url)).toBe(expected)
})
