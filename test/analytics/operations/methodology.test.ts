import { describe, expect, it } from 'vitest'
import { outputNumbers } from '../../../src/analytics/operations/output-numbers.ts'
import { marketOperations, NUMBERS, operations } from '../../../src/app/operations.ts'
import { openApiDocument } from '../../../src/surfaces/rest/openapi.ts'
import { testApp } from '../../support/app.ts'

const numbers = marketOperations.map(({ output }) => output).flatMap(outputNumbers)

describe('the methodology', () => {
  it('has an entry for every number that analytics answer, and none without a number', () => {
    const fields = [...new Set(numbers.map(({ field }) => field))].sort()

    expect(Object.keys(NUMBERS).sort()).toEqual(fields)
    expect(fields.length).toBeGreaterThan(80)
  })

  it('sees numbers in lists, in alternatives to null, and behind references', () => {
    const paths = numbers.map(({ path }) => path.join('.'))

    for (const path of ['price', 'profile.net_gex', 'data.gamma', 'pivots.camarilla.r4', 'data.expected_move_pct']) {
      expect(paths).toContain(path)
    }
  })

  it('has a text for every number', () => {
    expect(numbers.filter(({ text }) => text.length < 4).map(({ path }) => path.join('.'))).toEqual([])
    for (const [field, { unit, sign, source }] of Object.entries(NUMBERS)) {
      expect(
        [unit, sign, source].every((text) => text.length > 2),
        field,
      ).toBe(true)
      expect(source, field).toMatch(/\.$/)
    }
  })

  it('is open to everybody, in the words of the OpenAPI document', async () => {
    await using app = await testApp()

    const answer = await app.get('/api/v1/methodology')
    const { data, total } = answer.json()

    expect(answer.statusCode).toBe(200)
    expect(total).toBe(data.length)
    const flip = data.find((row: { field: string }) => row.field === 'gamma_flip')
    expect(flip).toMatchObject({ unit: 'USD per share', operations: expect.arrayContaining(['gamma_exposure']) })
    const parts = { operations, publicUrl: 'http://x', version: '1', sessionCookie: 'session' }
    expect(JSON.stringify(openApiDocument(parts))).toContain(JSON.stringify(flip.definitions[0].formula))
    const again = await app.get('/api/v1/methodology', { 'if-none-match': String(answer.headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  it('tells apart what one name means in several answers', async () => {
    await using app = await testApp()

    const { data } = (await app.get('/api/v1/methodology')).json()
    const volume = data.find((row: { field: string }) => row.field === 'volume')

    expect(volume.definitions).toEqual(
      expect.arrayContaining([
        { formula: 'Shares traded in the session.', fields: ['stock_quote.volume', 'trade_context.quote.volume'] },
        {
          formula: 'Traded today. Contracts.',
          fields: expect.arrayContaining(['options_chain.data.volume', 'strategy_analysis.legs.volume']),
        },
      ]),
    )
  })
})
