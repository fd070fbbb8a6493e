export type LinkClick = Pick<
  MouseEvent,
  'target' | 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'
>

/** Returns the link of a click that opens a screen of the dashboard in this tab. */
export function followedLink(event: LinkClick): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || event.defaultPrevented || event.button !== 0 || link.origin !== location.origin)
    return undefined
  const isElsewhere =
    link.target !== '' || link.rel.split(' ').includes('external') || link.hasAttribute('download')
  const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  return isElsewhere || isModified ? undefined : link
}
