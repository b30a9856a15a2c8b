import { useId, useState } from 'preact/hooks'
import './copy-text.css'

interface CopyTextProps {
  readonly label: string
  readonly text: string
}

const SAID_MS = 2_500

/** A text that is meant to be taken elsewhere. */
export function CopyText({ label, text }: CopyTextProps) {
  const id = useId()
  const [said, setSaid] = useState('')
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    setSaid(isCopied ? 'Copied' : 'Select the text and copy it yourself: the browser does not allow it here.')
    setTimeout(() => setSaid(''), SAID_MS)
  }
  return (
    <figure class="copy-text">
      <figcaption id={id}>{label}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section class="copy-text-frame" tabIndex={0} aria-labelledby={id}>
        <code>{text}</code>
      </section>
      <button type="button" aria-label={`Copy: ${label}`} onClick={copy}>
        Copy
      </button>
      <span role="status">{said}</span>
    </figure>
  )
}
