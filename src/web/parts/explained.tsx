import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useAnswer } from '../answer.ts'
import { format } from '../format.ts'

interface ExplainedProps {
  /** Name of the number in the answers of the service, as `/methodology` lists it. */
  readonly field: string
  /** The instant that the number describes. */
  readonly asOf?: string | undefined
  readonly children: ComponentChildren
}

/** A name of a number that says how the number is made: formula, unit, sign, source, as of. */
export function Explained({ field, asOf, children }: ExplainedProps) {
  return (
    <button type="button" class="explained" data-field={field} data-as-of={asOf} aria-haspopup="dialog">
      {children}
    </button>
  )
}

interface Shown {
  readonly field: string
  readonly asOf: string | undefined
  readonly at: DOMRect
}

const OPEN_AFTER_MS = 180

/** The one box that all explained names share; hover, focus and click open it, Escape and leaving close it. */
export function Explainer() {
  const [shown, setShown] = useState<Shown | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => watchNames(setShown), [])
  useEffect(() => {
    const element = box.current
    if (!shown || !element) return
    element.showPopover()
    place(element, shown.at)
  }, [shown])
  return (
    <div ref={box} popover="manual" role="dialog" class="explanation" aria-label={`About ${shown?.field ?? ''}`}>
      {shown ? <Explanation {...shown} /> : null}
    </div>
  )
}

function Explanation({ field, asOf }: Shown) {
  const { answer, problem } = useAnswer('methodology', {})
  const method = answer?.data.find((row) => row.field === field)
  if (problem) return <p>{problem.message}</p>
  if (!answer) return <p>Looking it up…</p>
  if (!method) return <p>This field stands as the source gives it.</p>
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

/** Listens once for the whole page: names come and go with every answer. */
function watchNames(show: (shown: Shown | null) => void): () => void {
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
    if (event.key === 'Escape') show(null)
  }
  const leave = () => show(null)
  document.addEventListener('pointerover', later)
  document.addEventListener('focusin', later)
  document.addEventListener('click', atOnce)
  document.addEventListener('keydown', close)
  addEventListener('scroll', leave, { passive: true })
  return () => {
    clearTimeout(timer)
    document.removeEventListener('pointerover', later)
    document.removeEventListener('focusin', later)
    document.removeEventListener('click', atOnce)
    document.removeEventListener('keydown', close)
    removeEventListener('scroll', leave)
  }
}

function nameOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.explained') : null
}

function isInBox(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.explanation') !== null
}

/** Below the name, or above it where there is no room. */
function place(box: HTMLElement, at: DOMRect): void {
  const gap = 6
  const { width, height } = box.getBoundingClientRect()
  const left = Math.max(gap, Math.min(at.left, innerWidth - width - gap))
  const below = at.bottom + gap
  const top = below + height <= innerHeight ? below : Math.max(gap, at.top - height - gap)
  box.style.left = `${left}px`
  box.style.top = `${top}px`
}
