import { type ReactNode, useId } from 'react'

type SectionGroupProps = { label: string; children: ReactNode }

/** Sections as a list of rows with a label above. On wide screens, the sections are separate. */
export function SectionGroup({ label, children }: SectionGroupProps) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="grid grid-cols-1 gap-2 md:contents">
      <p id={id} className="truncate text-sm font-semibold md:hidden">
        {label}
      </p>
      <div className="overflow-hidden rounded-box border border-base-300 bg-raised md:contents">
        {children}
      </div>
    </div>
  )
}
