import type { ReactNode } from 'react'

import { Signpost } from '#site/ui/drawings.tsx'

/** The whole content of a page that can't show its link. */
const Message = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="py-12">
    <div className="mb-6 w-32">
      <Signpost />
    </div>
    <h1 tabIndex={-1} className="text-2xl">
      {title}
    </h1>
    <p className="mt-3 text-soft">{children}</p>
  </div>
)

/** Placeholder for a business's picture and name. Its heading is for screen readers. */
export const LoadingHeading = ({ title }: { title: string }) => (
  <div className="flex items-center gap-4 *:bg-base-200">
    <h1 className="sr-only">{title}</h1>
    <div className="size-14 shrink-0 rounded-full" />
    <div className="h-8 w-56 min-w-0 rounded-field" />
  </div>
)

export const LinkGone = ({ title }: { title: string }) => (
  <Message title={title}>This link doesn’t work. Ask the person who sent it to you for a new one.</Message>
)

type LoadFailedProps = { title: string; message: string; onRetry: () => void }

export const LoadFailed = ({ title, message, onRetry }: LoadFailedProps) => (
  <Message title={title}>
    <span className="mb-4 block">{message}</span>
    <button type="button" className="btn btn-primary" onClick={onRetry}>
      Try again
    </button>
  </Message>
)
