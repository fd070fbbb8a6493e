/** @jsxImportSource preact */
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
