/** Decorative, beside a text that says the same. */
export const Spinner = ({ className = '' }: { className?: string }) => (
  <span aria-hidden="true" className={`loading loading-spinner loading-sm ${className}`} />
)
