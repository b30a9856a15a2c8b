import { parseAst } from 'vite'

/** A function of a source file, and of which call it is an argument. */
export interface FunctionShape {
  /** Offset in the source. */
  readonly start: number
  readonly lines: number
  /** Such as `describe.each(engines)`; undefined for a function that is no argument of a call. */
  readonly argumentOf: string | undefined
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** Every function of a TypeScript source, with its length in lines. */
export function functionsOf(source: string): FunctionShape[] {
  const found: FunctionShape[] = []
  const linesBetween = (start: number, end: number) => source.slice(start, end).split('\n').length

  function visit(value: unknown, argumentOf?: string): void {
    if (Array.isArray(value)) for (const each of value) visit(each, argumentOf)
    else if (isNode(value)) {
      if (/^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(value.type)) {
        found.push({ start: value.start, lines: linesBetween(value.start, value.end), argumentOf })
      }
      const { callee } = value as { callee?: Node }
      for (const [name, part] of Object.entries(value)) {
        visit(part, callee && name === 'arguments' ? source.slice(callee.start, callee.end) : undefined)
      }
    }
  }

  visit(parseAst(source, { lang: 'ts' }).body)
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
