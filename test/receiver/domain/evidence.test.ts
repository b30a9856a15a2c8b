import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../../src/lib/node/sha256.ts'
import { censoring } from '../../../src/lib/text/safe-text.ts'
import { type Evidence, keptEvidence } from '../../../src/receiver/domain/evidence.ts'
import { someEvidence } from '../../support/receiver/evidence.ts'

const keep = (evidence: readonly Evidence[], secrets: readonly string[] = []) =>
  keptEvidence(evidence, { censor: censoring(secrets), sha256Hex })
const use = (text: string, argumentsText = '{}') => ({
  tool: 'stock_quote',
  argumentsText,
  ok: true,
  text,
  latencyMs: 3,
})

describe('evidence that is kept', () => {
  it('has each text with its size and hash', () => {
    const [kept] = keep([someEvidence({ toolUses: [use('{"price":1.5}', '{"symbol":"é"}')] })])

    expect(kept?.toolUses).toEqual([
      {
        tool: 'stock_quote',
        ok: true,
        latencyMs: 3,
        arguments: { text: '{"symbol":"é"}', bytes: 15, sha256: sha256Hex('{"symbol":"é"}'), isCut: false },
        answer: { text: '{"price":1.5}', bytes: 13, sha256: sha256Hex('{"price":1.5}'), isCut: false },
      },
    ])
  })

  it('keeps the start of a long text, never half a character, and the hash of all of it', () => {
    const long = '😀'.repeat(5_000)
    const [kept] = keep([someEvidence({ toolUses: [use(long)], message: long })])

    expect(kept?.message).toEqual({
      text: '😀'.repeat(4_096),
      bytes: 20_000,
      sha256: sha256Hex(long),
      isCut: true,
    })
    expect(kept?.toolUses[0]?.answer.text).toBe('😀'.repeat(4_096))
  })

  it('is bounded as a whole: of what is too much only the hashes remain', () => {
    const answer = 'x'.repeat(16 * 1024)
    const kept = keep(Array.from({ length: 3 }, () => someEvidence({ toolUses: Array(24).fill(use(answer)) })))
    const answers = kept.flatMap(({ toolUses }) => toolUses.map((it) => it.answer))

    expect(JSON.stringify(kept).length).toBeLessThan(600 * 1024)
    expect(answers.at(0)).toMatchObject({ text: answer, isCut: false })
    expect(answers.at(-1)).toEqual({ text: '', bytes: 16_384, sha256: sha256Hex(answer), isCut: true })
  })

  it('counts the calls beyond 24', () => {
    const [kept] = keep([someEvidence({ toolUses: Array(30).fill(use('a')) })])

    expect(kept?.toolUses).toHaveLength(24)
    expect(kept?.moreToolUses).toBe(6)
  })

  it('holds no secret in any text, and keeps lines and spaces as they are', () => {
    const secret = 'canary-secret-1'
    const said = `a  b\n${secret}`
    const evidence = someEvidence({ toolUses: [use(said, `{"symbol":"${secret}"}`)], message: said, error: said })
    const [kept] = keep([evidence], [secret])

    expect(JSON.stringify(kept)).not.toContain('canary')
    expect(kept?.message?.text).toBe('a  b\n[redacted]')
  })

  it('makes lone surrogates whole, which no store could hold', () => {
    const [kept] = keep([someEvidence({ message: 'a\ud800' })])

    expect(kept?.message?.text).toBe('a\ufffd')
  })
})
