import type { ClientDirective } from 'astro'

/**
 * `client:wanted="sign-in"` loads an island when someone first points at, focuses or presses a control with
 * `data-asks="sign-in"`. A press also marks the island (`data-asked`) and sends it an `asked` event, so a press
 * made before the island has arrived is not lost.
 */
const wanted: ClientDirective = (load, options, el) => {
  const selector = `[data-asks="${options.value}"]`
  let loading: Promise<void> | undefined
  /** What didn't come, for want of a network, is asked for again at the next sign of interest. */
  const wake = () =>
    (loading ??= load()
      .then(hydrate => hydrate())
      .catch(() => {
        loading = undefined
      }))

  const onInterest = (event: Event) => {
    if (event.target instanceof Element && event.target.closest(selector)) void wake()
  }
  document.addEventListener('pointerover', onInterest)
  document.addEventListener('focusin', onInterest)
  document.addEventListener('click', event => {
    const control = event.target instanceof Element && event.target.closest(selector)
    if (!control) return
    event.preventDefault()
    el.dataset.asked = ''
    el.dispatchEvent(new Event('asked'))
    control.ariaBusy = 'true'
    void wake().finally(() => (control.ariaBusy = null))
  })
}

export default wanted
