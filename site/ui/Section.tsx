import { type ReactNode, useId } from 'react'

type SectionProps = {
  title: ReactNode
  /** At the end of the title’s line. */
  beside?: ReactNode
  note?: ReactNode
  className?: string
  children: ReactNode
}

/** A part of a screen, named by its title. */
export function Section({ title, beside, note, className, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {beside}
      </div>
      {note && <p className="-mt-2 mb-4 text-sm text-soft">{note}</p>}
      {children}
    </section>
  )
}

/** A link beside the title. */
export const SectionLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className="prose-link text-sm">
    {children}
  </a>
)
