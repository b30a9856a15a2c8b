import { useEffect, useState } from 'preact/hooks'
import { type AnswerOf, ask, Problem, type ReceiverKey } from '../client.ts'
import { format } from '../format.ts'

type Evidence = AnswerOf<'show_ledger_evidence'>
type AskedModel = Evidence['requests'][number]['models'][number]
type ToolUse = AskedModel['tools'][number]
type KeptText = ToolUse['answer']

interface EvidenceProps {
  readonly receiver: ReceiverKey
  readonly fingerprint: string
  /** Changes when there may be more. */
  readonly version: string
}

/** What a decision was made from; loaded when its entry is opened. */
export function LedgerEvidence({ receiver, fingerprint, version }: EvidenceProps) {
  const { evidence, problem } = useEvidence(receiver, fingerprint, version)
  if (problem !== null) return <p role="alert">{problem.message}</p>
  if (evidence === null) return <p class="quiet">Loading…</p>
  if (evidence.requests.length === 0) return <p>None is kept: it is deleted after 90 days.</p>
  return (
    <>
      {evidence.requests.flatMap(({ decided_at: at, models }) =>
        models.map((model, index) => <Asked key={`${at} ${index}`} at={at} model={model} />),
      )}
    </>
  )
}

function useEvidence(receiver: ReceiverKey, fingerprint: string, version: string) {
  const [known, setKnown] = useState<{ readonly evidence: Evidence | null; readonly problem: Problem | null }>({
    evidence: null,
    problem: null,
  })
  const { provider, secret } = receiver
  // `version` requests it again when the entry has changed.
  useEffect(() => {
    const abort = new AbortController()
    ask('show_ledger_evidence', { fingerprint }, { signal: abort.signal, receiver: { provider, secret } }).then(
      (evidence) => setKnown({ evidence, problem: null }),
      (error: unknown) => {
        if (abort.signal.aborted) return
        const problem = error instanceof Problem ? error : new Problem(0, { detail: String(error) })
        setKnown((before) => ({ ...before, problem }))
      },
    )
    return () => abort.abort()
  }, [provider, secret, fingerprint, version])
  return known
}

function Asked({ at, model }: { readonly at: string; readonly model: AskedModel }) {
  return (
    <div>
      <p>
        <b>{model.model ?? 'Fixed rules'}</b>, {format.dateTime(at)}
        {model.error === null ? null : <>: {model.error}</>}
      </p>
      <dl>
        {model.prompt_version === null ? null : <Fact name="Prompt" value={model.prompt_version} />}
        {model.input_tokens === null ? null : (
          <Fact name="Tokens" value={`${model.input_tokens} in, ${model.output_tokens ?? 0} out`} />
        )}
        {model.cost_usd === null ? null : <Fact name="Cost" value={`USD ${model.cost_usd.toFixed(4)}`} />}
        <Fact name="Time" value={`${(model.latency_ms / 1000).toFixed(1)} s`} />
      </dl>
      {model.message === null ? null : (
        <details>
          <summary>What it was sent</summary>
          <Kept of={model.message} />
        </details>
      )}
      {model.tools.map((use, index) => (
        <Use key={`${index} ${use.tool}`} use={use} />
      ))}
      {model.more_tools > 0 ? <p>{model.more_tools} more calls were not kept.</p> : null}
      {model.tools.length === 0 ? <p>No tool was called.</p> : null}
    </div>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

function Use({ use: { tool, arguments: given, ok, answer, latency_ms: ms } }: { readonly use: ToolUse }) {
  return (
    <details>
      <summary>
        {tool} {given.text}
        {ok ? '' : ', failed'}
        {ms === null ? '' : `, ${ms} ms`}
      </summary>
      <Kept of={answer} />
    </details>
  )
}

function Kept({ of: { text, bytes, sha256, is_cut: isCut } }: { readonly of: KeptText }) {
  return (
    <>
      <pre>{text}</pre>
      <p class="ledger-hash">
        {isCut ? `The start of ${bytes} bytes. ` : ''}SHA-256 <span class="mono">{sha256}</span>
      </p>
    </>
  )
}
