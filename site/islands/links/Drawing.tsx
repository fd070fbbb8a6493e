/** @jsxImportSource preact */
import { useState } from 'preact/hooks'

import type { NetworkId } from '#shared/networks.ts'

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
