/**
 * What a scripted model says, apart from the wire format that carries it. An idea chooses its script by an alert name
 * that begins with `script:<name>`.
 */
export type Said =
  /** Final messages, one or several; `phases` marks those that are only comments. */
  | { readonly kind: 'texts'; readonly texts: readonly string[]; readonly phases?: readonly string[] }
  | { readonly kind: 'refusal'; readonly text: string }
  | { readonly kind: 'incomplete'; readonly reason: 'max_output_tokens' | 'content_filter' }
  | { readonly kind: 'status'; readonly status: 'failed' | 'cancelled' }
  | { readonly kind: 'nothing' }
  /** An HTTP answer instead of the model's, on the first `times` requests of an idea, or on those `at` a place. */
  | {
      readonly kind: 'http'
      readonly status: number
      readonly body: unknown
      readonly times?: number
      readonly at?: readonly number[]
    }
  | { readonly kind: 'wire'; readonly fault: WireFault; readonly times?: number }

export type WireFault = 'reset' | 'hang' | 'half' | 'big' | 'redirect' | 'echo' | 'drip'

/** How the tools go: performed for real, or pretended with these results. */
export type ToolPlay = 'none' | 'fine' | 'some_failed' | 'mcp_unavailable' | 'mcp_list_failed' | 'perform'

export interface Script {
  readonly say: (seen: Seen) => Said
  /** How long each answer takes. */
  readonly delayMs?: number
  readonly tools?: ToolPlay
  /** What a hosted model looks up first, where it is not the context. */
  readonly looks?: (seen: Seen) => readonly { readonly name: string; readonly args: string }[]
  /** Function calls of a turn of the local loop, by the number of turns before; empty ends the looking up. */
  readonly calls?: (turn: number, seen: Seen) => readonly { readonly name: string; readonly args: string }[]
}

/** What the model has been shown. */
export interface Seen {
  readonly idea: Readonly<Record<string, unknown>>
  readonly limits: Readonly<Record<string, unknown>>
  /** Every text so far: the user message and the answers of tools. */
  readonly texts: readonly string[]
}

/** The decision that goes along with the idea, within its limits. */
export function agreeing({ idea, limits }: Seen): Record<string, unknown> {
  const direction = idea['direction']
  return {
    action: direction === 'bullish' ? 'buy' : direction === 'bearish' ? 'sell_short' : 'skip',
    symbol: idea['symbol'],
    notional_usd: direction === 'neutral' ? 0 : Number(limits['max_notional_usd'] ?? 100),
    confidence: 0.9,
    rationale: 'The context supports the idea: 64 % of the flow is with it.',
    risk_notes: ['Earnings in 20 days.'],
  }
}

const text = (value: unknown): Said => ({ kind: 'texts', texts: [JSON.stringify(value)] })
const changed = (change: Record<string, unknown>): Script => ({
  say: (seen) => text({ ...agreeing(seen), ...change }),
})
/** The answers that the receiver's conformance suite asks for by name; what a script does not say is said here. */
const fixed = (change: Record<string, unknown> = {}): Script => ({
  say: ({ idea }) =>
    text({
      action: 'buy',
      symbol: idea['symbol'],
      notional_usd: 100,
      confidence: 0.9,
      rationale: 'Scripted.',
      risk_notes: [],
      ...change,
    }),
})
const without = (key: string): Script => ({
  say: (seen) => text(Object.fromEntries(Object.entries(agreeing(seen)).filter(([name]) => name !== key))),
})
const raw = (...texts: string[]): Script => ({ say: () => ({ kind: 'texts', texts }) })
const http = (status: number, error: unknown, times?: number): Script => ({
  say: () => ({ kind: 'http', status, body: error, ...(times === undefined ? {} : { times }) }),
})
const error = (message: string, type: string, code: string | null = null) => ({
  error: { message, type, param: null, code },
})
const wire = (fault: WireFault, times?: number): Script => ({
  say: () => ({ kind: 'wire', fault, ...(times === undefined ? {} : { times }) }),
})
const tools = (play: ToolPlay): Script => ({ say: (seen) => text(agreeing(seen)), tools: play })
const context = ({ idea }: Seen) => ({
  name: 'trade_context',
  args: JSON.stringify({ symbol: idea['symbol'], direction: idea['direction'] }),
})

export const scripts = {
  agree: { say: (seen) => text(agreeing(seen)) },
  slow: { say: (seen) => text(agreeing(seen)), delayMs: 250 },

  buy: fixed(),
  sell_short: fixed({ action: 'sell_short' }),
  skip: fixed({ action: 'skip', notional_usd: 0 }),
  skip_with_notional: fixed({ action: 'skip', notional_usd: 80 }),
  low_confidence: fixed({ confidence: 0.1 }),
  low_confidence_skip: fixed({ action: 'skip', confidence: 0.1 }),
  edge_confidence: fixed({ confidence: 0.72 }),
  below_edge_confidence: fixed({ confidence: 0.7199 }),
  wrong_symbol: fixed({ symbol: 'MSFT' }),
  wrong_symbol_low_confidence: fixed({ symbol: 'MSFT', confidence: 0.1 }),
  wrong_symbol_skip: fixed({ symbol: 'MSFT', action: 'skip' }),
  lower_case_symbol: fixed({ symbol: ' lower ' }),
  over_cap: fixed({ notional_usd: 500 }),
  large: fixed({ notional_usd: 50_000 }),
  large_short: fixed({ action: 'sell_short', notional_usd: 50_000 }),
  at_cap: fixed({ notional_usd: 250 }),
  zero_notional: fixed({ notional_usd: 0 }),
  tiny_notional: fixed({ notional_usd: 0.004 }),
  one_cent: fixed({ notional_usd: 0.006 }),
  half_cent_binary: fixed({ notional_usd: 2.675 }),
  tie_to_even: fixed({ notional_usd: 100.125 }),
  tie_to_even_up: fixed({ notional_usd: 100.375 }),
  with_notes: fixed({ risk_notes: ['earnings on Thursday'] }),

  untidy_symbol: {
    say: (seen) => text({ ...agreeing(seen), symbol: ` ${String(seen.idea['symbol']).toLowerCase()} ` }),
  },
  lookalike_symbol: changed({ symbol: 'ſpy' }),
  extra_keys: changed({ order_type: 'option', leverage: 10 }),
  no_notes: without('risk_notes'),
  with_comment: {
    say: (seen) => ({
      kind: 'texts',
      texts: ['Let me look at the flow first.', JSON.stringify(agreeing(seen))],
      phases: ['commentary', 'final_answer'],
    }),
  },

  refusal: { say: () => ({ kind: 'refusal', text: "I can't help with\ntrading decisions." }) },
  incomplete: { say: () => ({ kind: 'incomplete', reason: 'max_output_tokens' }) },
  content_filter: { say: () => ({ kind: 'incomplete', reason: 'content_filter' }) },
  failed: { say: () => ({ kind: 'status', status: 'failed' }) },
  cancelled: { say: () => ({ kind: 'status', status: 'cancelled' }) },
  no_message: { say: () => ({ kind: 'nothing' }) },
  two_messages: {
    say: (seen) => ({
      kind: 'texts',
      texts: [JSON.stringify(agreeing(seen)), JSON.stringify({ ...agreeing(seen), action: 'skip' })],
    }),
  },
  broken_json: raw('{"action":"buy","symbol":"AAPL","notional_usd":1'),
  not_json: raw('I would buy a little AAPL.'),
  fenced: { say: (seen) => ({ kind: 'texts', texts: [`\`\`\`json\n${JSON.stringify(agreeing(seen))}\n\`\`\``] }) },
  empty_text: raw(''),
  deep_json: raw(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  list: raw('[]'),
  null_answer: raw('null'),
  wrong_shape: raw('{"decision":"buy"}'),
  long_error: { say: () => ({ kind: 'refusal', text: '😀'.repeat(1500) }) },
  two_line_error: { say: () => ({ kind: 'refusal', text: 'first line\nsecond line' }) },
  endless_rationale: changed({ rationale: 'x'.repeat(100_000) }),
  wrong_action: changed({ action: 'sell' }),
  wrong_confidence: changed({ confidence: 1.8 }),
  negative_confidence: changed({ confidence: -0.1 }),
  text_number: changed({ notional_usd: '100' }),
  negative_notional: changed({ notional_usd: -1 }),
  endless_notional: {
    say: (seen) => ({
      kind: 'texts',
      texts: [JSON.stringify({ ...agreeing(seen), notional_usd: 12345 }).replace('12345', '1e999')],
    }),
  },
  no_symbol: without('symbol'),
  null_symbol: changed({ symbol: null }),
  no_rationale: without('rationale'),
  no_action: without('action'),
  notes_text: changed({ risk_notes: 'none' }),

  no_calls: { ...tools('none'), calls: () => [] },
  mcp_list_failed: tools('mcp_list_failed'),
  mcp_unavailable: {
    ...tools('mcp_unavailable'),
    calls: (turn) => (turn < 2 ? [{ name: 'trade_context', args: 'not json' }] : []),
  },
  some_failed: {
    ...tools('some_failed'),
    calls: (turn, seen) => (turn === 0 ? [{ name: 'place_order', args: '{}' }, context(seen)] : []),
  },
  mcp: tools('perform'),
  /** Says of when the last answer of a tool is. */
  mcp_dates: {
    say: (seen) =>
      text({ ...agreeing(seen), rationale: `As of ${/"as_of": ?"([^"]+)"/.exec(seen.texts.at(-1) ?? '')?.[1]}.` }),
    tools: 'perform',
  },

  looks_at_holdings: {
    say: (seen) => text(agreeing(seen)),
    calls: (turn, seen) =>
      turn === 0
        ? ['{}', '{"symbol":"tsla"}', '[]'].map((args) => ({ name: 'account_holdings', args }))
        : turn === 1
          ? [context(seen)]
          : [],
  },
  many_calls: { say: (seen) => text(agreeing(seen)), calls: (_turn, seen) => [context(seen)] },
  burst: {
    say: (seen) => text(agreeing(seen)),
    calls: (turn, seen) => (turn === 0 ? Array.from({ length: 20 }, () => context(seen)) : []),
  },
  odd_arguments: {
    say: (seen) => text(agreeing(seen)),
    calls: (turn, seen) =>
      turn === 0
        ? [
            { name: 'stock_quote', args: '[]' },
            { name: 'stock_quote', args: '{"symbol":' },
            { name: 'stock_quote', args: `{"symbol":"${'A'.repeat(5000)}"}` },
            { name: 'stock_quote', args: `${'{"a":'.repeat(20)}1${'}'.repeat(20)}` },
            context(seen),
          ]
        : [],
  },

  e400: http(
    400,
    error("Invalid 'temperature': decimal below minimum value.", 'invalid_request_error', 'decimal_below'),
  ),
  provider_401: http(
    401,
    error('Incorrect API key provided: sk-canar****5678.', 'invalid_request_error', 'invalid_api_key'),
  ),
  e403: http(403, error('Country, region, or territory not supported', 'request_forbidden')),
  e404_model: http(404, error('The model `gpt-none` does not exist', 'invalid_request_error', 'model_not_found')),
  e424: http(424, {
    error: {
      message: "Error retrieving tool list from MCP server: 'optionwire'. Http status code: 424 (Failed Dependency)",
      type: 'external_connector_error',
      param: 'tools',
      code: 'http_error',
    },
  }),
  provider_429: http(429, error('Rate limit reached for requests', 'requests', 'rate_limit_exceeded')),
  provider_429_once: http(429, error('Rate limit reached for requests', 'requests', 'rate_limit_exceeded'), 1),
  provider_500: http(500, error('The server had an error while processing your request', 'server_error')),
  provider_500_once: http(500, error('The server had an error while processing your request', 'server_error'), 1),
  // Both requests of the first model: its own repeat is one of them.
  provider_500_twice: http(500, error('The server had an error while processing your request', 'server_error'), 2),
  provider_500_in_turns: {
    say: () => ({ kind: 'http', status: 500, body: error('The server had an error', 'server_error'), at: [1, 3] }),
  },
  html_502: http(502, '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>'),
  html_200: http(200, '<!doctype html><html><body>Sign in to the wireless network</body></html>'),
  list_200: http(200, []),
  reset: wire('reset'),
  reset_once: wire('reset', 1),
  hang: wire('hang'),
  hang_twice: wire('hang', 2),
  drip: wire('drip'),
  half: wire('half'),
  big: wire('big'),
  redirect: wire('redirect'),
  echo: wire('echo'),
} as const satisfies Record<string, Script>

export type ScriptName = keyof typeof scripts | 'obey' | 'mcp_obey' | 'mcp_reads'
