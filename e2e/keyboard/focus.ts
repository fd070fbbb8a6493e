/** Problem of a page on which nothing has the focus, for example after Tab on the last element. */
export const LOST = 'nothing has the focus'

/** Runs in the page. Returns why a person can't see the focused element, if they can't. */
export function focusProblem(): string | undefined {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return 'nothing has the focus'
  // Code moves the focus to headings without scrolling, and they need no outline.
  if (focused.tabIndex < 0 && !focused.matches('a, button')) return undefined
  const name = `${focused.tagName} “${(focused.ariaLabel ?? focused.textContent).trim().slice(0, 60)}”`

  const isOutlined = (element: Element | null) =>
    element !== null &&
    ['', '::after'].some(part => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
    })
  if (![focused, focused.closest('label'), focused.parentElement].some(isOutlined))
    return `${name} has no outline`

  const shown = (focused.matches('.sr-only') && focused.closest('label')) || focused
  const { left, right, top, bottom } = shown.getBoundingClientRect()
  /** Points between two edges, as far as they are in the window. */
  const between = (from: number, to: number, end: number) =>
    [0.1, 0.5, 0.9].map(share => Math.max(0, from) * (1 - share) + Math.min(end, to) * share)
  const points = between(left, right, innerWidth).flatMap(x =>
    between(top, bottom, innerHeight).map(y => [x, y] as const),
  )
  const isSeen = points.some(([x, y]) => {
    const front = document.elementsFromPoint(x, y).find(each => {
      const toasts = each.closest('[popover][role=status]')
      // Other toasts disappear by themselves.
      return !toasts || toasts.contains(shown)
    })
    return front !== undefined && (shown.contains(front) || front.contains(shown))
  })
  return isSeen ? undefined : `${name} is out of view or covered`
}
