/** The parts of a click that decide where its link opens. */
export type LinkClick = Pick<
  MouseEvent,
  'target' | 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'
>

/**
 * Returns the link that a click opens in place of this screen. Returns undefined for a new tab or window, a download, another site,
 * or a page that the browser loads from the server, because it asks about unsaved content by itself.
 */
export function followedLink(event: LinkClick): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || event.defaultPrevented || event.button !== 0 || link.origin !== location.origin)
    return undefined
  const isElsewhere =
    link.target !== '' || link.rel.split(' ').includes('external') || link.hasAttribute('download')
  const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  return isElsewhere || isModified ? undefined : link
}
