import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { keepFocus } from '../keep-focus.ts'

const TONES = {
  info: { box: 'border-info/35 bg-info/5', icon: 'text-info' },
  warning: { box: 'border-warning/50 bg-warning/10', icon: 'text-amber' },
  error: { box: 'border-error/35 bg-error/5', icon: 'text-error' },
} as const

type BannerProps = {
  tone: keyof typeof TONES
  icon: LucideIcon
  label: string
  children: ReactNode
  /** Buttons after the text. */
  actions?: ReactNode
}

/** A message above the content of a screen. Keeps the focus nearby when an action removes it. */
export const Banner = ({ tone, icon: Icon, label, children, actions }: BannerProps) => (
  <section
    ref={keepFocus}
    aria-label={label}
    className={`mb-8 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-box border px-5 py-3 max-sm:mb-5 max-sm:gap-x-3 max-sm:px-3 max-sm:py-2 ${TONES[tone].box}`}
  >
    <Icon aria-hidden="true" className={`size-5 shrink-0 max-[24rem]:hidden ${TONES[tone].icon}`} />
    <p className="min-w-40 grow basis-0 text-sm wrap-anywhere">{children}</p>
    {actions}
  </section>
)
