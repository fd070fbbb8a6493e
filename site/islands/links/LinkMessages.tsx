/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'

import { Drawing } from './Drawing.tsx'

/** The whole content of a page that can't show its link. */
const Message = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <div class="py-12">
    <Drawing name="signpost" class="mb-6 w-32" />
    <h1 class="text-2xl">{title}</h1>
    <p class="mt-3 text-soft">{children}</p>
  </div>
)

/** Placeholder for a business's picture and name. Its heading is for screen readers. */
export const LoadingHeading = ({ title }: { title: string }) => (
  <div class="flex items-center gap-4 *:bg-base-200">
    <h1 class="sr-only">{title}</h1>
    <div class="size-14 shrink-0 rounded-full" />
    <div class="h-8 w-56 min-w-0 rounded-field" />
  </div>
)

export const LinkGone = ({ title }: { title: string }) => (
  <Message title={title}>This link doesn’t work. Ask the person who sent it to you for a new one.</Message>
)

type LoadFailedProps = { title: string; message: string; onRetry: () => void }

export const LoadFailed = ({ title, message, onRetry }: LoadFailedProps) => (
  <Message title={title}>
    <span class="mb-4 block">{message}</span>
    <button type="button" class="btn btn-primary" onClick={onRetry}>
      Try again
    </button>
  </Message>
)
