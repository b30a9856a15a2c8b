import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useAnswer } from '../answer.ts'
import { format } from '../format.ts'

interface ExplainedProps {
  /** Field name in the answers of the service, as in `/methodology`. */
  readonly field: string
  /** The instant of the value. */
  readonly asOf?: string | undefined
  readonly children: ComponentChildren
}

/** A label that explains its number: formula, unit, sign, source, as of. */
export function Explained({ field, asOf, children }: ExplainedProps) {
  return (
    <button type="button" class="explained" data-field={field} data-as-of={asOf} aria-haspopup="dialog">
      {children}
    </button>
  )
}

interface OpenExplanation {
  readonly field: string
  readonly asOf: string | undefined
  readonly at: DOMRect
}

const OPEN_AFTER_MS = 180

/** The explanation of all labels; hover, focus and click open it; Escape, leaving it and another page close it. */
export function Explainer() {
  const [open, setOpen] = useState<OpenExplanation | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const { url } = useLocation()
  useEffect(() => watchNames(setOpen), [])
  useEffect(() => setOpen(null), [url])
  useEffect(() => {
    const element = box.current
    if (!element) return
    element.togglePopover(open !== null)
    if (open) place(element, open.at)
  }, [open])
  return (
    <div ref={box} popover="manual" role="dialog" class="explanation" aria-label={`About ${open?.field ?? ''}`}>
      {open ? <Explanation {...open} /> : null}
    </div>
  )
}

function Explanation({ field, asOf }: OpenExplanation) {
  const { answer, problem } = useAnswer('methodology', {})
  const method = answer?.data.find((row) => row.field === field)
  if (problem) return <p>{problem.message}</p>
  if (!answer) return <p>Loading…</p>
  if (!method) return <p>This value comes unchanged from the source.</p>
  const texts = [...new Set(method.definitions.map(({ formula }) => formula))].slice(0, 2)
  return (
    <>
      <p class="explanation-name">
        <code>{method.field}</code>
      </p>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <dl>
        <dt>Unit</dt>
        <dd>{method.unit}</dd>
        <dt>Sign</dt>
        <dd>{method.sign}</dd>
        <dt>Source</dt>
        <dd>{method.source}</dd>
        {asOf ? (
          <>
            <dt>As of</dt>
            <dd>{format.dateTime(asOf)}</dd>
          </>
        ) : null}
      </dl>
    </>
  )
}

/** Listens once for the whole page, because labels come and go with every answer. */
function watchNames(show: (open: OpenExplanation | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = (name: HTMLElement) => {
    const { field = '', asOf } = name.dataset
    show({ field, asOf, at: name.getBoundingClientRect() })
  }
  const later = (event: Event) => {
    clearTimeout(timer)
    const name = nameOf(event.target)
    if (name) timer = setTimeout(() => open(name), OPEN_AFTER_MS)
    else if (!isInBox(event.target)) show(null)
  }
  const atOnce = (event: Event) => {
    const name = nameOf(event.target)
    if (name) open(name)
  }
  const close = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave()
  }
  const leave = () => {
    clearTimeout(timer)
    show(null)
  }
  document.addEventListener('pointerover', later)
  document.addEventListener('focusin', later)
  document.addEventListener('click', atOnce)
  document.addEventListener('keydown', close)
  document.documentElement.addEventListener('pointerleave', leave)
  addEventListener('scroll', leave, { passive: true })
  return () => {
    clearTimeout(timer)
    document.removeEventListener('pointerover', later)
    document.removeEventListener('focusin', later)
    document.removeEventListener('click', atOnce)
    document.removeEventListener('keydown', close)
    document.documentElement.removeEventListener('pointerleave', leave)
    removeEventListener('scroll', leave)
  }
}

function nameOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.explained') : null
}

function isInBox(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.explanation') !== null
}

/** Below the label, or above it if there is no room. */
function place(box: HTMLElement, at: DOMRect): void {
  const gap = 6
  const { width, height } = box.getBoundingClientRect()
  const left = Math.max(gap, Math.min(at.left, innerWidth - width - gap))
  const below = at.bottom + gap
  const top = below + height <= innerHeight ? below : Math.max(gap, at.top - height - gap)
  box.style.left = `${left}px`
  box.style.top = `${top}px`
}
