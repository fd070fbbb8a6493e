import { ChevronDown, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'

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
  actions?: ReactNode
}

/**
 * A message above the content of a screen; on a phone one line that opens on a tap, unless it is an error. Keeps the focus
 * nearby when an action removes it.
 */
export function Banner({ tone, icon: Icon, label, children, actions }: BannerProps) {
  const folds = tone !== 'error'
  const [isUnfolded, setUnfolded] = useState(false)
  const isOpen = !folds || isUnfolded
  return (
    <section
      aria-label={label}
      className={`relative mb-8 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-box border px-5 py-3 max-sm:mb-4 max-sm:gap-x-2.5 max-sm:gap-y-2 max-sm:px-3 max-sm:py-1 ${TONES[tone].box}`}
    >
      <Icon className={`size-5 shrink-0 max-sm:size-4 ${TONES[tone].icon}`} />
      <p
        className={`min-w-40 grow basis-0 text-sm wrap-anywhere ${isOpen ? 'max-sm:py-1.5' : 'max-sm:truncate'}`}
      >
        {children}
      </p>
      {folds && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`${label}: ${isOpen ? 'show less' : 'show all'}`}
          onClick={() => setUnfolded(!isUnfolded)}
          className={`btn btn-square self-start btn-ghost btn-sm sm:hidden ${isOpen ? '' : 'after:absolute after:inset-0'}`}
        >
          <ChevronDown className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      )}
      <div
        className={`contents ${isOpen ? 'max-sm:block max-sm:basis-full max-sm:pb-1.5' : 'max-sm:hidden'}`}
      >
        {actions}
      </div>
    </section>
  )
}
