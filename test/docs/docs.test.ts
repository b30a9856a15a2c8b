import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brokenLinks, documents, missingPaths, root } from './documents.ts'
import { currentText, GENERATED, generatedText } from './generated.ts'

const src = join(root, 'src')

describe('the documents', () => {
  // The answers of every tool are made for the token costs.
  it.each(GENERATED)(
    '%s contains what the code says: otherwise run npm run docs',
    { timeout: 60_000 },
    async (file) => {
      expect(currentText(file)).toBe(await generatedText(file))
    },
  )

  it.each(documents().map((document) => [document.file, document] as const))(
    '%s: its links and paths exist',
    (_file, document) => {
      expect(brokenLinks(document)).toEqual([])
      expect(missingPaths(document)).toEqual([])
    },
  )

  it('begin with a README of at most 250 lines', () => {
    expect(lines('README.md')).toBeLessThanOrEqual(250)
  })
})

describe('the source', () => {
  const contexts = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const explained = contexts.map(({ name }) => `src/${name}/README.md`)

  it.each(explained)('explains a context in at most 40 lines: %s', (file) => {
    expect(lines(file)).toBeLessThanOrEqual(40)
  })

  it('explains each file of the domain, of ports, repositories, pricing, catalogue and store, and each adapter', () => {
    const places =
      /^[\w-]+\/(domain|ports)\/|^(pricing|catalogue|store)\/|^[\w-]+\/store\/(?!(index|tables)\.ts)|^[\w-]+\/(sources|channels|deciders|brokers|mailers)\/[^/]+\/index\.ts$/
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && places.test(file),
    )
    const silent = files.filter((file) => !readFileSync(join(src, file), 'utf8').includes('/**'))

    expect(files.length).toBeGreaterThan(200)
    expect(silent).toEqual([])
  })
})

function lines(file: string): number {
  return readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length
}
