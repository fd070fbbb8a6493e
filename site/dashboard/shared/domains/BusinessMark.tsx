import type { Business } from './businesses.ts'

const COLOURS = ['bg-tag-1', 'bg-tag-2', 'bg-tag-3', 'bg-tag-4', 'bg-tag-5', 'bg-tag-6']

/** A business's initials on its colour. */
export const BusinessMark = ({ business, className = '' }: { business: Business; className?: string }) => (
  <span
    className={`inline-block shrink-0 rounded-selector px-1 text-[0.6875rem] leading-4 font-semibold text-mark ${COLOURS[business.colour]} ${className}`}
  >
    <span aria-hidden="true">{business.initials}</span>
    <span className="sr-only">{business.name}</span>
  </span>
)
