import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

const TONES = {
  neutral: 'border-base-300 bg-base-200 text-base-content',
  iris: 'border-transparent bg-primary text-primary-content',
  good: 'border-success/35 bg-success/10 text-success',
  warning: 'border-amber/35 bg-warning/15 text-amber',
  bad: 'border-error/35 bg-error/10 text-error',
  info: 'border-info/35 bg-info/10 text-info',
} as const

export type Tone = keyof typeof TONES

export type BadgeProps = { tone?: Tone; icon?: LucideIcon; children: ReactNode }

/** A state in one word, with an icon where its colour has a meaning. */
export const Badge = ({ tone = 'neutral', icon: Icon, children }: BadgeProps) => (
  <span className={`badge badge-sm gap-1 font-semibold whitespace-nowrap ${TONES[tone]}`}>
    {Icon && <Icon />}
    {children}
  </span>
)
