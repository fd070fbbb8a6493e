import { h, render } from 'preact'

import { ConnectPage } from './ConnectPage.tsx'

/** Replaces the page's loading message. */
export function mountConnect(element: HTMLElement) {
  element.replaceChildren()
  render(h(ConnectPage, {}), element)
}
