import { classes } from './classes.ts'

/** Draws a QR code's dark squares as one SVG path. One unit is a square. */
export const qrPath = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')

type QrCodeProps = { rows: readonly (readonly boolean[])[]; label: string; className: string }

/** Dark on light in both themes, because cameras need that. */
export const QrCode = ({ rows, label, className }: QrCodeProps) => (
  <svg
    viewBox={`0 0 ${rows.length} ${rows.length}`}
    role="img"
    aria-label={label}
    shapeRendering="crispEdges"
    className={classes('rounded-field border border-base-300 bg-mark', className)}
  >
    <path d={qrPath(rows)} className="fill-primary-content" />
  </svg>
)
