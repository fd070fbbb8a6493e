import { Star } from 'lucide-react'

const ALL = [1, 2, 3, 4, 5]

/** Stars of a review, which screen readers read as '4 of 5 stars'. */
export const Stars = ({ count }: { count: number }) => (
  <span className="inline-flex items-center gap-px" title={`${count} of 5 stars`}>
    {ALL.map(each => (
      <Star
        key={each}
        aria-hidden="true"
        className={`size-3.5 ${each <= count ? 'fill-current text-amber' : 'text-base-content/35'}`}
      />
    ))}
    <span className="sr-only">{count} of 5 stars</span>
  </span>
)
