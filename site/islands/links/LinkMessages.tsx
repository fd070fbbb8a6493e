/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

import type { NetworkId } from '#shared/networks.ts'

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

type DrawingProps = { name: NetworkId | 'bird' | 'plug' | 'signpost'; class: string }

/**
 * Copies a drawing from a template in the page (`layouts/LinkPage.astro`), because its component is React, which would make the
 * page too large for a phone.
 */
export const Drawing = ({ name, class: size }: DrawingProps) => (
  <span
    aria-hidden="true"
    class={`block shrink-0 *:h-auto *:w-full ${size}`}
    ref={element => {
      const template = document.querySelector<HTMLTemplateElement>(`template[data-drawing=${name}]`)
      if (element?.childElementCount === 0 && template) element.append(template.content.cloneNode(true))
    }}
  />
)

type AccountPictureProps = { name: string; picture: string | undefined; class?: string }

/** The account's picture, or its initial if there is none or it doesn't load. */
export function AccountPicture({ name, picture, class: size = 'size-10' }: AccountPictureProps) {
  const [missing, setMissing] = useState<string>()
  const look = `${size} shrink-0 rounded-full`
  return picture && picture !== missing ? (
    <img src={picture} alt="" class={`${look} object-cover`} onError={() => setMissing(picture)} />
  ) : (
    <span aria-hidden="true" class={`${look} grid place-items-center bg-base-300 font-semibold`}>
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  )
}
