import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { currentText, generatedFiles } from './generated.ts'

const src = resolve(import.meta.dirname, '../../src')

describe('the documents', () => {
  it('are what the code makes them: otherwise run npm run docs', async () => {
    for (const [file, text] of await generatedFiles()) expect(currentText(file), file).toBe(text)
  })

  it('begin every file of the rings that explain themselves with what it is for', () => {
    const explained = /^(domain|ports)\/|^operations\/[^/]+\.ts$|^adapters\/[^/]+\/[^/]+\/index\.ts$|^store\/[^/]+\.ts$/
    const silent = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && explained.test(file))
      .filter((file) => !readFileSync(join(src, file), 'utf8').includes('/**'))

    expect(silent).toEqual([])
  })
})
