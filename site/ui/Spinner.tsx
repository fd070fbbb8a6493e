export type SpinnerProps = { label?: string; className?: string }

/** Without a label it is decoration beside words that say the same. */
export const Spinner = ({ label, className = '' }: SpinnerProps) => (
  <span
    className={`loading loading-spinner loading-sm ${className}`}
    role={label ? 'status' : undefined}
    aria-label={label}
    aria-hidden={label ? undefined : true}
  />
)
