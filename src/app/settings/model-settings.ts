import { z } from 'zod'
import { httpUrl, milliseconds, text } from '../../lib/setting-readers.ts'
import { type DecisionMode, LLM_PROVIDERS, type LlmProvider } from '../../receiver/ports/decider.ts'

const MAX_FALLBACKS = 4

interface NamedModel {
  /** LLM_PROVIDER if undefined. */
  readonly provider: LlmProvider | undefined
  /** The model of the provider's own setting if undefined. */
  readonly model: string | undefined
}

/** Models separated by commas: `anthropic`, `google:gemini-3.8-flash`, or a model of LLM_PROVIDER. */
const fallback = text.transform((list, context): readonly NamedModel[] => {
  const entries = list.split(',').map((entry) => entry.trim())
  if (entries.length <= MAX_FALLBACKS && entries.every((entry) => entry !== '' && !entry.endsWith(':'))) {
    return entries.map(namedModel)
  }
  context.addIssue(
    `must be at most ${MAX_FALLBACKS} models separated by commas, each provider, provider:model or model`,
  )
  return z.NEVER
})

/** Names of models may hold colons themselves. */
function namedModel(entry: string): NamedModel {
  const provider = LLM_PROVIDERS.find((name) => entry === name || entry.startsWith(`${name}:`))
  if (provider === undefined) return { provider, model: entry }
  return { provider, model: entry === provider ? undefined : entry.slice(provider.length + 1) }
}

/** Settings of the models that decide on trade ideas, by their names in the environment. */
export const MODEL_SETTINGS = {
  DECISION_MODE: z.enum(['remote_mcp', 'local_mcp', 'rules']).default('remote_mcp'),
  LLM_PROVIDER: z.enum(LLM_PROVIDERS).default('openai'),
  LLM_FALLBACK: fallback.optional(),
  OPENAI_API_KEY: text.optional(),
  OPENAI_MODEL: text.default('gpt-6.1-terra'),
  OPENAI_BASE_URL: httpUrl.optional(),
  ANTHROPIC_API_KEY: text.optional(),
  ANTHROPIC_MODEL: text.default('claude-sonnet-5-5'),
  ANTHROPIC_BASE_URL: httpUrl.optional(),
  GEMINI_API_KEY: text.optional(),
  GEMINI_MODEL: text.default('gemini-3.8-flash'),
  GEMINI_BASE_URL: httpUrl.optional(),
  LLM_TIMEOUT_MS: milliseconds.default(120_000),
  SERVICE_EMAIL: text.optional(),
  SERVICE_TOKEN: text.optional(),
  MCP_URL: httpUrl.optional(),
}

type Settings = z.output<z.ZodObject<typeof MODEL_SETTINGS>>

/** A model and the provider that runs it. */
export interface ModelChoice {
  readonly provider: LlmProvider
  readonly model: string
  /** The vendor's URL if undefined. */
  readonly baseUrl: string | undefined
}

/** How decisions on trade ideas are made. */
export interface DecisionConfig extends ModelChoice {
  readonly mode: DecisionMode
  /** Models that are asked in this order when the one before fails. */
  readonly fallback: readonly ModelChoice[]
  readonly timeoutMs: number
  readonly serviceEmail: string | undefined
  /** `{base_url}/mcp` if undefined. */
  readonly mcpUrl: string | undefined
}

export function decisionConfigOf(settings: Settings): DecisionConfig {
  return {
    mode: settings.DECISION_MODE,
    ...choiceOf(settings, settings.LLM_PROVIDER),
    fallback: (settings.LLM_FALLBACK ?? []).map(({ provider = settings.LLM_PROVIDER, model }) => {
      const choice = choiceOf(settings, provider)
      return { ...choice, model: model ?? choice.model }
    }),
    timeoutMs: settings.LLM_TIMEOUT_MS,
    serviceEmail: settings.SERVICE_EMAIL,
    mcpUrl: settings.MCP_URL,
  }
}

function choiceOf(settings: Settings, provider: LlmProvider): ModelChoice {
  if (provider === 'anthropic') {
    return { provider, model: settings.ANTHROPIC_MODEL, baseUrl: settings.ANTHROPIC_BASE_URL }
  }
  if (provider === 'google') return { provider, model: settings.GEMINI_MODEL, baseUrl: settings.GEMINI_BASE_URL }
  return { provider, model: settings.OPENAI_MODEL, baseUrl: settings.OPENAI_BASE_URL }
}

/** Errors in combinations of these settings that are valid separately. */
export function modelContradictions(given: Readonly<Record<string, string | undefined>>): string[] {
  const { LLM_PROVIDER: first = 'openai', DECISION_MODE: mode = 'remote_mcp', OPENAI_BASE_URL: address } = given
  const others = fallback.safeParse(given['LLM_FALLBACK']).data ?? []
  const providers = [first, ...others.map(({ provider = first }) => provider)]
  const settingOf = (provider: string) => (first === provider ? 'LLM_PROVIDER' : 'LLM_FALLBACK')
  const problems: string[] = []
  if (providers.includes('compatible') && address === undefined)
    problems.push(`OPENAI_BASE_URL is required by ${settingOf('compatible')}=compatible`)
  if (providers.includes('compatible') && providers.includes('openai'))
    problems.push(
      'LLM_FALLBACK must not hold both openai and compatible: they share OPENAI_BASE_URL and OPENAI_API_KEY',
    )
  if (providers.includes('google') && mode === 'remote_mcp')
    problems.push(
      `DECISION_MODE must be local_mcp with ${settingOf('google')}=google: Gemini does not call the tools of an MCP_URL itself`,
    )
  return problems
}
