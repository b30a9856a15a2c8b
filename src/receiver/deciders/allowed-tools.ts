/** The tools that a model may use: those of the service's own MCP server that answer about the market. */
export const ALLOWED_TOOLS: readonly string[] = [
  'trade_context',
  'stock_quote',
  'options_chain',
  'option_metrics',
  'options_flow',
  'net_flow',
  'unusual_activity',
  'dark_pool_levels',
  'support_resistance',
  'market_overview',
  'gamma_exposure',
  'trend_analysis',
  'iv_term_structure',
  'price_history',
  'metric_history',
  'earnings',
  'news',
  'events',
  'flow_outcomes',
  'strategy_analysis',
  'probability',
  'scenario',
  'what_changed',
  'methodology',
]
export const MAX_TOOL_CALLS = 12
export const MAX_OUTPUT_TOKENS = 4000
