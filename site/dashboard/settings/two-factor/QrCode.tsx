import encodeQr from 'qr'

/** Drawn here: what it holds is a secret, and nobody else is asked for a picture of it. Dark on light in either theme, as cameras want it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 4 })
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="mx-auto size-52 rounded-field border border-base-300 bg-mark"
    >
      <path d={dark.join('')} className="fill-primary-content" />
    </svg>
  )
}
