import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { functionsOf } from './support/source-shape.ts'

const MAX_DESCRIBE_LINES = 200
const MAX_FUNCTION_LINES = 80

/** A failure names the place and its length: `receiver/workers/decision.test.ts:26 describe, 549 lines`. */
function tooLong(source: string, file: string): string[] {
  return functionsOf(source).flatMap(({ start, lines, argumentOf }) => {
    const isDescribe = argumentOf?.startsWith('describe') === true
    const max = isDescribe ? MAX_DESCRIBE_LINES : MAX_FUNCTION_LINES
    if (lines <= max) return []
    const line = source.slice(0, start).split('\n').length
    return [`${file}:${line} ${isDescribe ? 'describe' : 'function'}, ${lines} lines`]
  })
}

describe('the code of the tests', () => {
  it('has no describe over 200 lines and no other function over 80', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((it) =>
      /\.ts$/.test(it),
    )

    expect(files.flatMap((file) => tooLong(readFileSync(join(import.meta.dirname, file), 'utf8'), file))).toEqual([])
  })

  it('is measured by its syntax: a describe with each, a nested function and a method count', () => {
    const lines = (count: number) => 'work()\n'.repeat(count - 2)
    const source = [
      `describe.each(engines)('on %s', () => {\n${lines(201)}})`,
      `describe('short', () => {\n${lines(200)}})`,
      `const it = { method() {\n${lines(81)}} }`,
      `function outer() {\n  return async () => {\n${lines(80)}}\n}`,
    ].join('\n')

    expect(tooLong(source, 'a.ts')).toEqual([
      'a.ts:1 describe, 201 lines',
      'a.ts:402 function, 81 lines',
      'a.ts:483 function, 82 lines',
    ])
  })
})
