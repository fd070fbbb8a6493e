import encodeQr from 'qr'

/** Rendered locally, because its content is secret. Dark on light in both themes, because cameras need that. */
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
