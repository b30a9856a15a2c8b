import { describe, expect, it } from 'vitest'
import { browserName } from '../../../src/lib/text/browser-name.ts'

describe('the name of a browser', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
      'Microsoft Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['curl/8.5.0', null],
    ['', null],
    ['<script>alert(1)</script>', null],
    [`${'a'.repeat(100_000)} Firefox/1.0`, null],
  ])('of %.60s is %s', async (header, expected) => {
    expect(await browserName(header)).toBe(expected)
  })
})
