import type { ReactNode } from 'react'

import { Badge } from '#site/ui/Badge.tsx'

export type LinkRowProps = {
  mark: ReactNode
  title: ReactNode
  badge?: ReactNode
  /** Content below the title. */
  children?: ReactNode
  action?: ReactNode
  dimmed?: boolean
  shown?: boolean
}

/** Layout of a network's card. */
export const LinkRow = ({ mark, title, badge, children, action, dimmed, shown }: LinkRowProps) => (
  <li
    aria-disabled={dimmed || undefined}
    className={`relative flex flex-wrap items-center gap-x-4 gap-y-3 rounded-box border p-4 sm:flex-nowrap
      ${dimmed ? 'border-dashed border-base-300' : 'bg-raised'}
      ${shown ? 'border-base-content' : 'border-base-300'}`}
  >
    <div className={dimmed ? 'opacity-50 grayscale' : ''}>{mark}</div>
    <div className="min-w-0 grow basis-40">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h3 className={`text-base ${dimmed ? 'text-soft' : ''}`}>{title}</h3>
        {typeof badge === 'string' ? <Badge>{badge}</Badge> : badge}
      </div>
      {children}
    </div>
    {action}
  </li>
)
