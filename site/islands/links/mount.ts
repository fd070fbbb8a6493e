import '#site/lib/translated-texts.ts'
import { type ComponentType, createElement } from 'react'
import { createRoot } from 'react-dom/client'

/** Replaces the loading message of a link page (review, connect, audits), which is in `layouts/LinkPage.astro`. */
export function mountLinkPage(Page: ComponentType) {
  const element = document.querySelector('main')
  if (!element) return
  element.replaceChildren()
  createRoot(element).render(createElement(Page))
}
