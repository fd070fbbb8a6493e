import '#site/lib/translated-texts.ts'
import { type ComponentType, h, render } from 'preact'

/** Replaces the loading message of a link page (review, connect), which is in `layouts/LinkPage.astro`. */
export function mountLinkPage(Page: ComponentType) {
  const element = document.querySelector('main')
  if (!element) return
  element.replaceChildren()
  render(h(Page, {}), element)
}
