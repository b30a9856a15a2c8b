import { z } from 'zod'
import type { Ask, Suggestion } from './command.ts'

const Symbols = z.object({ data: z.array(z.object({ symbol: z.string(), name: z.string().nullable() })) })

/** The symbols that a text may mean. */
export async function suggestSymbols(typed: string, ask: Ask): Promise<Suggestion[]> {
  if (typed === '') return []
  const { data } = Symbols.parse(await ask('symbol_search', { q: typed }))
  return data.map(({ symbol, name }) => ({ title: name === null ? symbol : `${symbol} — ${name}`, value: symbol }))
}
