import { useId, useState } from 'preact/hooks'
import './copy-text.css'

interface CopyTextProps {
  readonly label: string
  readonly text: string
}

const SAID_MS = 2_500

/** A text with a button to copy it. */
export function CopyText({ label, text }: CopyTextProps) {
  const id = useId()
  const [message, setMessage] = useState('')
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    setMessage(isCopied ? 'Copied' : 'The browser does not allow copying here. Select the text and copy it.')
    setTimeout(() => setMessage(''), SAID_MS)
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
      <span role="status">{message}</span>
    </figure>
  )
}
