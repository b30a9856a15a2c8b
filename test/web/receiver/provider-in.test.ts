import { describe, expect, it } from 'vitest'
import { providerIn } from '../../../src/web/receiver/provider-in.ts'

describe('the name of the receiver', () => {
  it('stands in the paths of the document', () => {
    const paths = { '/api/v1/flow': {}, '/webhooks/my-sender/trade-ideas': {}, '/webhooks/my-sender/ledger': {} }

    expect(providerIn({ paths })).toBe('my-sender')
  })

  it.each([null, {}, { paths: {} }, { paths: { '/webhooks/a/b/ledger': {} } }])('is not known from %o', (document) => {
    expect(providerIn(document)).toBeNull()
  })
})
