import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { WindowDate } from '../../catalogue/window-date.ts'
import { AppError } from '../../lib/errors.ts'
import type { Decision } from '../../receiver/contract/decision.ts'
import { SCORE_HORIZONS, type ScoreHorizon } from '../../receiver/domain/scorecard/measured-idea.ts'
import type { ReplayableIdea } from '../../receiver/store/decision-replays.ts'
import type { Command, Output } from '../../surfaces/cli/command.ts'
import { missingReplaySetting } from '../decider-and-broker.ts'
import type { Parts } from '../parts.ts'
import { type Comparison, compareReplays, comparisonText, type NamedDecisions } from '../scorecard/compare-replays.ts'
import { estimateOf, estimateText } from '../scorecard/replay-estimate.ts'
import {
  openIdeas,
  type ReplayDates,
  type ReplayDeciders,
  type ReplayResult,
  type ReplayVariant,
  rangeOf,
  runIdOf,
  runReplay,
} from '../scorecard/replay-run.ts'
import { variantsOf } from '../scorecard/replay-variants.ts'
import type { CommandParts } from './command-parts.ts'

const USAGE =
  'replay --from DATE --to DATE [--symbol S] [--model rules|PROVIDER:MODEL]… [--prompt FILE]… [--mode local_mcp|remote_mcp] [--horizon 1|5|20] [--cost-bps N] [--max-usd N] [--again] [--yes]'
const MAX_IDEAS = 5_000
const BAR = 30

interface ReplayRequest {
  readonly dates: ReplayDates
  readonly variants: readonly ReplayVariant[]
  readonly horizon: ScoreHorizon
  readonly costBps: number
  readonly maxUsd: number | null
  readonly again: boolean
  readonly yes: boolean
}

interface Terminal {
  /** Whether a person agrees; false without one. */
  confirm(question: string): Promise<boolean>
}

interface Replacements extends Partial<Terminal> {
  readonly deciders?: ReplayDeciders
}

export function decisionsCommand(
  { config, parts, stderr }: Pick<CommandParts, 'config' | 'parts' | 'stderr'>,
  { confirm = (question) => ask(question, stderr), deciders }: Replacements = {},
): Command {
  return {
    name: 'decisions',
    usage: USAGE,
    summary:
      'Let a model or fixed rules decide again on stored trade ideas, with what was known at their instants and without orders, and compare two of them idea by idea; one alone is compared with the ledger.',
    async run({ args, json, stdout }) {
      const opened = await parts()
      const request = requestIn(args, opened)
      const ideas = await opened.store.decisionReplays.ideas(rangeOf(request.dates), MAX_IDEAS + 1)
      if (ideas.length === 0) throw new AppError('not_found', 'The ledger has no finished ideas of these dates.')
      if (ideas.length > MAX_IDEAS)
        throw new AppError('invalid', `There are more than ${MAX_IDEAS} ideas: choose fewer dates, or a symbol.`)
      if (request.again) await forget(opened, request)
      await agree(opened, request, ideas, { config, confirm, stderr })
      const results = await decideAll(opened, request, ideas, { stderr, deciders })
      await report(opened, request, ideas, { results, json, stdout })
    },
  }
}

/** Says what the run will cost, and goes on only with consent; what costs nothing needs none. */
async function agree(
  parts: Parts,
  { dates, variants, maxUsd, yes }: ReplayRequest,
  ideas: readonly ReplayableIdea[],
  { config, confirm, stderr }: Terminal & Pick<CommandParts, 'config' | 'stderr'>,
): Promise<void> {
  const asked: { readonly title: string; readonly usd: number | null }[] = []
  for (const variant of variants) {
    const { open } = await openIdeas(parts, runIdOf(parts, dates, variant), ideas)
    const estimate = estimateOf(variant, open.length, ideas)
    stderr.write(`${estimateText(variant.title, estimate, ideas.length)}\n`)
    if (variant.choice.mode !== 'rules' && open.length > 0) asked.push({ title: variant.title, usd: estimate.usd })
  }
  if (asked.length === 0) return
  requireSettings(config, variants)
  if (maxUsd !== null) requirePrices(asked)
  if (yes || (await confirm('Start?'))) return
  throw new AppError('invalid', 'Nothing was started. Add --yes to start without a question.')
}

function requireSettings(config: CommandParts['config'], variants: readonly ReplayVariant[]): void {
  for (const { title, choice } of variants) {
    // Strict: a secret that is made up for commands would sign credentials that the service refuses.
    const missing = missingReplaySetting(config(), choice)
    if (missing !== undefined) throw new AppError('invalid', `${missing} is not set, and ${title} needs it.`)
  }
}

function requirePrices(asked: readonly { readonly title: string; readonly usd: number | null }[]): void {
  const unpriced = asked.find(({ usd }) => usd === null)
  if (unpriced === undefined) return
  throw new AppError(
    'invalid',
    `The price of ${unpriced.title} is not known, so --max-usd cannot be kept: leave it out, and choose fewer dates instead.`,
  )
}

async function decideAll(
  parts: Parts,
  { dates, variants, maxUsd }: ReplayRequest,
  ideas: readonly ReplayableIdea[],
  { stderr, deciders }: { readonly stderr: NodeJS.WriteStream; readonly deciders: ReplayDeciders | undefined },
): Promise<readonly ReplayResult[]> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGINT', stop)
  const results: ReplayResult[] = []
  try {
    for (const variant of variants) {
      const onProgress = progressOn(stderr, variant.title)
      const spentUsd = results.at(-1)?.usd ?? 0
      const bounds = { signal: stopping.signal, maxUsd, spentUsd, onProgress, deciders }
      results.push(await runReplay(parts, dates, variant, ideas, bounds))
    }
  } finally {
    process.removeListener('SIGINT', stop)
  }
  return results
}

interface ReportParts {
  readonly results: readonly ReplayResult[]
  readonly json: boolean
  readonly stdout: Output
}

async function report(
  parts: Parts,
  request: ReplayRequest,
  ideas: readonly ReplayableIdea[],
  { results, json, stdout }: ReportParts,
): Promise<void> {
  const runs = request.variants.map(({ title }, place) => runOf(title, results[place], ideas.length))
  const named = request.variants.map(({ title }, place) => namedOf(title, results[place]))
  const [first, second] = named.length > 1 ? named : [ledgerOf(ideas), ...named]
  if (!first || !second) throw new Error('A replay has no variant')
  const comparison = await compareReplays(parts, ideas, [first, second], request)
  if (json) stdout.write(`${JSON.stringify({ ideas: ideas.length, runs, comparison }, null, 2)}\n`)
  else stdout.write(textOf(runs, comparison, first.name, second.name))
  const stopped = runs.find((run) => run.stopped !== null)
  if (stopped) throw new AppError('unavailable', `${stopped.stopped} The same command goes on from here.`)
}

function runOf(title: string, result: ReplayResult | undefined, ideas: number) {
  const { decided = new Map(), failed = 0, stopped = null } = result ?? {}
  const usd = [...decided.values()].reduce((sum, { usage }) => sum + usdOf(usage), 0)
  return { title, ideas, decided: decided.size, failed, usd, stopped }
}

function usdOf(usage: object | null): number {
  return usage !== null && 'estimatedCostUsd' in usage && typeof usage.estimatedCostUsd === 'number'
    ? usage.estimatedCostUsd
    : 0
}

function textOf(runs: readonly ReturnType<typeof runOf>[], comparison: Comparison, first: string, second: string) {
  const lines = runs.map(
    ({ title, ideas, decided, failed, usd }) =>
      `${title}: ${decided} of ${ideas} ideas decided, ${failed} failed, ${usd.toFixed(4)} USD known.`,
  )
  return `${lines.join('\n')}\n${comparisonText(comparison, first, second)}`
}

function ledgerOf(ideas: readonly ReplayableIdea[]): NamedDecisions {
  const decisions = ideas.flatMap(({ fingerprint, decision }) =>
    decision === null ? [] : [[fingerprint, decision] as const],
  )
  return { name: 'the ledger', decisions: new Map(decisions), isLedger: true }
}

function namedOf(title: string, result: ReplayResult | undefined): NamedDecisions {
  const decisions = new Map<string, Decision>()
  for (const { fingerprint, decision } of result?.decided.values() ?? [])
    if (decision) decisions.set(fingerprint, decision)
  return { name: title, decisions, isLedger: false }
}

async function forget(parts: Parts, { dates, variants }: ReplayRequest): Promise<void> {
  for (const variant of variants) await parts.store.decisionReplays.forget(runIdOf(parts, dates, variant))
}

function requestIn(args: readonly string[], { config }: Parts): ReplayRequest {
  const { values, positionals } = parsed(args)
  const [action, ...rest] = positionals
  if (action !== 'replay' || rest.length > 0) throw new AppError('invalid', `optionwire decisions ${USAGE}`)
  const dates = { from: dateIn('from', values.from), to: dateIn('to', values.to), symbol: values.symbol?.toUpperCase() }
  if (dates.from > dates.to) throw new AppError('invalid', '--to must not be before --from.')
  return {
    dates,
    variants: variantsOf(config.decision, {
      models: values.model ?? [],
      prompts: (values.prompt ?? []).map(promptIn),
      mode: values.mode,
    }),
    horizon: horizonIn(values.horizon ?? '5'),
    costBps: amountIn('cost-bps', values['cost-bps'] ?? '5'),
    maxUsd: values['max-usd'] === undefined ? null : amountIn('max-usd', values['max-usd']),
    again: values.again === true,
    yes: values.yes === true,
  }
}

function parsed(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    const list = { type: 'string', multiple: true } as const
    const flag = { type: 'boolean' } as const
    const options = {
      ...{ from: text, to: text, symbol: text, mode: text, horizon: text, 'cost-bps': text, 'max-usd': text },
      ...{ model: list, prompt: list, again: flag, yes: flag },
    }
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new AppError('invalid', `optionwire decisions ${USAGE}`, { cause: error })
  }
}

function dateIn(name: string, text: string | undefined): string {
  const date = WindowDate.safeParse(text)
  if (date.success) return date.data
  throw new AppError('invalid', `--${name} must be a date, for example 2026-11-20.`)
}

function horizonIn(text: string): ScoreHorizon {
  const horizon = SCORE_HORIZONS.find((each) => String(each) === text)
  if (horizon !== undefined) return horizon
  throw new AppError('invalid', `--horizon must be one of ${SCORE_HORIZONS.join(', ')}.`)
}

function amountIn(name: string, text: string): number {
  const amount = Number(text)
  if (text.trim() !== '' && Number.isFinite(amount) && amount >= 0) return amount
  throw new AppError('invalid', `--${name} must be a number of at least 0.`)
}

function promptIn(file: string): { readonly name: string; readonly text: string } {
  try {
    const text = readFileSync(file, 'utf8').trim()
    if (text !== '') return { name: file, text }
  } catch (error) {
    throw new AppError('invalid', `The file of --prompt cannot be read: ${file}`, { cause: error })
  }
  throw new AppError('invalid', `The file of --prompt is empty: ${file}`)
}

/** One line that is overwritten, on a terminal only. */
function progressOn(stderr: NodeJS.WriteStream, title: string) {
  return (done: number, total: number, symbol: string): void => {
    if (!stderr.isTTY) return
    const filled = Math.floor((BAR * done) / Math.max(total, 1))
    const bar = `${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}`
    stderr.write(done < total ? `\r\x1b[K${title} [${bar}] ${done}/${total} ${symbol}` : '\r\x1b[K')
  }
}

async function ask(question: string, stderr: NodeJS.WriteStream): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const asking = createInterface({ input: process.stdin, output: stderr })
  try {
    return /^y(es)?$/i.test((await asking.question(`${question} [y/N] `)).trim())
  } finally {
    asking.close()
  }
}
