import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import './when-near.css'
import { Problem } from '../client.ts'
import { Failed, Waiting } from './states.tsx'

interface WhenNearProps<Module> {
  readonly load: () => Promise<Module>
  readonly children: (module: Module) => ComponentChildren
}

/** Loads a part of the page when it is about to be scrolled into view; until then it takes the room of a panel. */
export function WhenNear<Module>({ load, children }: WhenNearProps<Module>) {
  const place = useRef<HTMLDivElement>(null)
  const [loaded, setLoaded] = useState<{ readonly module: Module } | null>(null)
  const [state, setState] = useState<'far' | 'loading' | 'failed'>('far')
  const begin = () => {
    setState('loading')
    load().then(
      (module) => setLoaded({ module }),
      () => setState('failed'),
    )
  }
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        begin()
      },
      { rootMargin: '300px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  if (loaded) return <>{children(loaded.module)}</>
  return (
    <div class="when-near" data-span={3} ref={place}>
      {state === 'loading' ? <Waiting /> : null}
      {state === 'failed' ? (
        <Failed problem={new Problem(0, { detail: 'This part of the page could not be loaded.' })} reload={begin} />
      ) : null}
    </div>
  )
}
