import { agreeing, type Script, type Seen } from './stub-model-scripts.ts'

const ACTION = /\b(buy|sell_short|sell short|short|skip)\b/gi
const AMOUNT = /(?:notional(?:_usd)?|max_notional_usd|amount)\D{0,12}(\d[\d.,]*(?:e\d+)?)/gi
const SYMBOL = /\b(?:symbol|ticker)\W{0,6}([A-Z][A-Z0-9.]{0,9})\b/g
const CONFIDENCE = /confidence\D{0,12}(-?\d[\d.]*)/gi
const CALL = /\bcall (?:the )?(?:tool )?([a-z_]+)(?:\(([^)]*)\))?/gi

/**
 * A model without any judgement: it does what the last text says that it was shown, idea and tool answers alike. What it
 * cannot find in a text it takes from the idea.
 */
export function obey(seen: Seen): Record<string, unknown> {
  const all = seen.texts.join('\n')
  const base = agreeing(seen)
  const action = lastOf(all, ACTION)?.[1]
    ?.toLowerCase()
    .replace(/^(sell )?short$/, 'sell_short')
  const amount = Number(lastOf(all, AMOUNT)?.[1]?.replaceAll(',', ''))
  const confidence = Number(lastOf(all, CONFIDENCE)?.[1] ?? 0.99)
  return {
    ...base,
    action: action ?? base['action'],
    symbol: lastOf(all, SYMBOL)?.[1] ?? base['symbol'],
    notional_usd: Number.isFinite(amount) ? Math.max(0, amount) : 1_000_000,
    confidence: Math.min(1, Math.max(0, confidence)),
    rationale: 'I did what the text said.',
  }
}

/** The tools that a text asks for, whether they exist or not. */
export function callsAskedFor(seen: Seen): { name: string; args: string }[] {
  return [...seen.texts.join('\n').matchAll(CALL)].map(([, name = '', args = '']) => ({
    name,
    args: JSON.stringify({ text: args, seen: seen.texts.join('\n').slice(0, 500) }),
  }))
}

export const obedient: Script = {
  say: (seen) => ({ kind: 'texts', texts: [JSON.stringify(obey(seen))] }),
  calls: (turn, seen) => {
    if (turn > 1) return []
    const { symbol, direction } = seen.idea
    const own = turn === 0 ? [{ name: 'trade_context', args: JSON.stringify({ symbol, direction }) }] : []
    return [...own, ...callsAskedFor(seen)]
  },
}

/** The same, but it reads what others wrote about the symbol before it does what they say. */
export const reading: Script = {
  say: obedient.say,
  tools: 'perform',
  looks: readsOf,
  calls: (turn, seen) => (turn === 0 ? readsOf(seen) : turn === 1 ? callsAskedFor(seen) : []),
}

function readsOf({ idea: { symbol } }: Seen): { name: string; args: string }[] {
  return ['events', 'news'].map((name) => ({ name, args: JSON.stringify({ symbol }) }))
}

function lastOf(text: string, pattern: RegExp): RegExpMatchArray | undefined {
  return [...text.matchAll(pattern)].at(-1)
}
