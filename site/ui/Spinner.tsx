export type SpinnerProps = { label?: string; className?: string }

/** Decorative without a label, beside a text that says the same. */
export const Spinner = ({ label, className = '' }: SpinnerProps) => (
  <span
    className={`loading loading-spinner loading-sm ${className}`}
    role={label ? 'status' : undefined}
    aria-label={label}
    aria-hidden={label ? undefined : true}
  />
)
