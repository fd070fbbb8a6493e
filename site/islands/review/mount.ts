import { h, render } from 'preact'

import { ReviewPage } from './ReviewPage.tsx'

/** Replaces the page's loading message. */
export function mountReview(element: HTMLElement) {
  element.replaceChildren()
  render(h(ReviewPage, {}), element)
}
