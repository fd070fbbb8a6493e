import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { brand } from '#shared/brand.ts'
import { Button } from '#site/ui/Button.tsx'

/** Replaces a form that was sent, and explains the next step. */
export function Thanks({ email, onAgain }: { email: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid justify-items-start gap-4">
      <CircleCheck className="size-8 text-success" />
      <h3 ref={heading} tabIndex={-1} className="text-2xl">
        Thank you. We have your message.
      </h3>
      <p className="text-soft">
        A person reads it and answers {brand.replies}, to{' '}
        <strong className="wrap-anywhere text-base-content">{email}</strong>.
      </p>
      <Button onClick={onAgain}>Write another</Button>
    </div>
  )
}
