import { h, render } from 'preact'

import { ConnectPage } from './ConnectPage.tsx'

/** Replaces what the page says while it loads. */
export function mountConnect(element: HTMLElement) {
  element.replaceChildren()
  render(h(ConnectPage, {}), element)
}
