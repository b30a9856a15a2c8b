import { AppError } from '../../lib/errors.ts'
import { LLM_PROVIDERS, type LlmProvider } from '../../receiver/ports/decider.ts'
import type { DecisionConfig } from '../settings/model-settings.ts'
import type { ReplayVariant } from './replay-run.ts'

interface Prompt {
  readonly name: string
  readonly text: string
}

interface Wanted {
  /** `rules`, a provider, `provider:model`, or a model of LLM_PROVIDER. */
  readonly models: readonly string[]
  readonly prompts: readonly Prompt[]
  readonly mode: string | undefined
}

/**
 * The ways to decide that a replay tries, one or two: a difference between two of them has one cause, so either the
 * models differ or the instructions.
 */
export function variantsOf(decision: DecisionConfig, { models, prompts, mode }: Wanted): readonly ReplayVariant[] {
  if (models.length > 2 || prompts.length > 2 || (models.length > 1 && prompts.length > 1))
    throw new AppError('invalid', 'Compare two models with one prompt, or two prompts with one model.')
  const modeOfModels = modeIn(mode, decision)
  const named =
    models.length > 0 ? models : [decision.mode === 'rules' ? 'rules' : `${decision.provider}:${decision.model}`]
  const texts = prompts.length > 0 ? prompts : [undefined]
  const variants = named.flatMap((model) => texts.map((prompt) => variantOf(decision, modeOfModels, model, prompt)))
  const [first, second] = variants
  if (second && first?.title === second.title)
    throw new AppError('invalid', 'The two are the same. Name two models, or two prompts.')
  return variants
}

function variantOf(
  decision: DecisionConfig,
  mode: 'local_mcp' | 'remote_mcp',
  model: string,
  prompt: Prompt | undefined,
): ReplayVariant {
  if (model === 'rules') {
    if (prompt) throw new AppError('invalid', 'Fixed rules read no prompt: leave out --prompt.')
    return { title: 'rules', choice: { mode: 'rules' }, instructions: undefined }
  }
  const provider = LLM_PROVIDERS.find((name) => model === name || model.startsWith(`${name}:`))
  const name = provider === undefined ? model : model.slice(provider.length + 1)
  const choice = choiceOf(decision, provider ?? decision.provider, name)
  if (choice.provider === 'google' && mode === 'remote_mcp')
    throw new AppError('invalid', 'Gemini does not call the tools of an MCP_URL itself: add --mode local_mcp.')
  const title = `${choice.provider}:${choice.model}${prompt ? ` with ${prompt.name}` : ''}`
  return { title, choice: { ...choice, mode }, instructions: prompt?.text }
}

/** Address and, where none is named, model are those of the settings. */
function choiceOf(decision: DecisionConfig, provider: LlmProvider, model: string) {
  const known = [decision, ...decision.fallback].find((choice) => choice.provider === provider)
  if (model === '' && known === undefined)
    throw new AppError('invalid', `Name the model, for example --model ${provider}:MODEL.`)
  return { provider, model: model === '' ? (known?.model ?? '') : model, baseUrl: known?.baseUrl }
}

function modeIn(mode: string | undefined, decision: DecisionConfig): 'local_mcp' | 'remote_mcp' {
  if (mode === undefined) return decision.mode === 'rules' ? 'local_mcp' : decision.mode
  if (mode === 'local_mcp' || mode === 'remote_mcp') return mode
  throw new AppError('invalid', '--mode must be local_mcp or remote_mcp.')
}
