import { useEffect, useState } from 'preact/hooks'
import './qr-code.css'

interface QrCodeProps {
  readonly text: string
  readonly label: string
}

/** A QR code as a drawing. Its library is loaded when the first one is shown. */
export function QrCode({ text, label }: QrCodeProps) {
  const [rows, setRows] = useState<readonly (readonly boolean[])[] | null>(null)
  useEffect(() => {
    let isShown = true
    void import('uqr').then(({ encode }) => {
      if (isShown) setRows(encode(text, { ecc: 'M', border: 4 }).data)
    })
    return () => {
      isShown = false
    }
  }, [text])
  if (!rows) return <div class="qr-code" />
  return (
    <svg class="qr-code" role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`}>
      <path d={pathOf(rows)} shape-rendering="crispEdges" />
    </svg>
  )
}

function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}
