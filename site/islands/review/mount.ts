import { h, render } from 'preact'

import { ReviewPage } from './ReviewPage.tsx'

/** Replaces what the page says while it loads. */
export function mountReview(element: HTMLElement) {
  element.replaceChildren()
  render(h(ReviewPage, {}), element)
}
