import { CloudOff, RotateCw } from 'lucide-react'

import { keepFocus } from '#site/ui/keep-focus.ts'
import { Button } from '../Button.tsx'

export type ErrorStateProps = { message: string; onRetry: () => void }

/** An error message with a retry button. */
export const ErrorState = ({ message, onRetry }: ErrorStateProps) => (
  <div
    ref={keepFocus}
    role="alert"
    className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-box border border-error/35 bg-error/5 px-5 py-4"
  >
    <CloudOff aria-hidden="true" className="size-5 shrink-0 text-error" />
    <p className="min-w-48 grow basis-0 text-sm">{message}</p>
    <Button small onClick={onRetry} icon={<RotateCw aria-hidden="true" className="size-4" />}>
      Try again
    </Button>
  </div>
)
