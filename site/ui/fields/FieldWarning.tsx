import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Something that a field’s author should know, and may ignore. */
export const FieldWarning = ({ children }: { children: ReactNode }) => (
  <p className="flex items-start gap-1.5 text-xs font-medium text-amber">
    <TriangleAlert className="mt-0.5 size-3.5 shrink-0" />
    {children}
  </p>
)
