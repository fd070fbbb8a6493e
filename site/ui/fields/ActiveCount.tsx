/** Number of active filters, on the button that shows the filters. */
export const ActiveCount = ({ count, className = '' }: { count: number; className?: string }) =>
  count > 0 && (
    <span
      translate="no"
      className={`rounded-full bg-neutral px-1.5 text-xs text-neutral-content tabular-nums forced-colors:border ${className}`}
    >
      {count}
      <span className="sr-only"> active</span>
    </span>
  )
