import { z } from 'zod'
import type { ResolveSymbols } from '../../catalogue/context.ts'
import { AppError } from '../../lib/errors.ts'
import { UnderlyingSymbol } from '../contract/underlying-symbol.ts'
import { certainSymbol } from '../domain/stocks/symbol-search.ts'
import type { Listing, MarketSource } from '../ports/market-source.ts'

type SymbolOf = (symbol: string) => string
type Members = Readonly<Record<string, unknown>>
/** A copy of a parsed value with each of its symbols replaced. */
type Replacer = (value: unknown, symbolOf: SymbolOf) => unknown
type MembersReplacer = (members: Members, symbolOf: SymbolOf) => Members

/** Replaces symbols that the market does not have by those that they certainly mean: NVDA for NVIDIA. */
export function symbolResolver(market: Pick<MarketSource, 'listings'>): ResolveSymbols {
  /** By the schemas of the operations, so that each is read once. */
  const replacers = new Map<z.ZodObject, MembersReplacer | null>()
  /** So that nothing is awaited for a symbol that is listed. */
  let known: ReadonlySet<string> = new Set()

  function replacerFor(schema: z.ZodObject): MembersReplacer | null {
    const made = replacers.get(schema)
    if (made !== undefined) return made
    const replace = membersReplacer(schema)
    replacers.set(schema, replace)
    return replace
  }

  async function resolved(replace: MembersReplacer, input: Members): Promise<Members> {
    const listed = await listedIfAvailable(market)
    known = new Set(listed.map(({ symbol }) => symbol))
    return replace(input, (symbol) => certainSymbol(symbol, listed) ?? symbol)
  }

  return (schema, input) => {
    const replace = replacerFor(schema)
    if (replace === null) return input
    let areKnown = true
    replace(input, (symbol) => {
      areKnown &&= known.has(symbol)
      return symbol
    })
    return areKnown ? input : resolved(replace, input)
  }
}

/** Nothing while the source fails: the operation reports it if it needs the source. */
async function listedIfAvailable(market: Pick<MarketSource, 'listings'>): Promise<readonly Listing[]> {
  try {
    return await market.listings()
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

/** Null for a schema without symbols. */
function replacerOf(schema: unknown): Replacer | null {
  if (schema === UnderlyingSymbol) return (value, symbolOf) => (typeof value === 'string' ? symbolOf(value) : value)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return replacerOf(schema.unwrap())
  }
  if (schema instanceof z.ZodArray) return ofList(replacerOf(schema.element))
  if (!(schema instanceof z.ZodObject)) return null
  const replace = membersReplacer(schema)
  return replace && ((value, symbolOf) => (isObject(value) ? replace(value, symbolOf) : value))
}

function ofList(replace: Replacer | null): Replacer | null {
  return replace && ((value, symbolOf) => (Array.isArray(value) ? value.map((each) => replace(each, symbolOf)) : value))
}

function membersReplacer({ shape }: z.ZodObject): MembersReplacer | null {
  const replaced = Object.entries(shape).flatMap(([name, schema]) => {
    const replace = replacerOf(schema)
    return replace === null ? [] : [{ name, replace }]
  })
  if (replaced.length === 0) return null
  return (members, symbolOf) => {
    const copy: Record<string, unknown> = { ...members }
    for (const { name, replace } of replaced) if (name in copy) copy[name] = replace(copy[name], symbolOf)
    return copy
  }
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}
