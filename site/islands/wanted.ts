import type { ClientDirective } from 'astro'

/** Of what the page says where an island can't be had (`layouts/Public.astro`). */
const UNREACHED = 'unreached'

declare global {
  interface Window {
    /** The control that was pressed before this script was there (`build/session-flag.mjs`). */
    early?: HTMLElement | null
  }
}

const tellUnreached = (isUnreached: boolean) => {
  const place = document.getElementById(UNREACHED)
  if (place) place.textContent = isUnreached ? (place.dataset.words ?? '') : ''
}

/**
 * `client:wanted="sign-in"` loads an island when someone first points at, focuses or presses a control with
 * `data-asks="sign-in"`, or reaches into what the island itself shows. A press also marks the island (`data-asked`, with
 * the control's `data-as`) and sends it an `asked` event, so a press made before the island has arrived is not lost;
 * nor is a form that was sent by then (`data-submitted`). What can't be had is said.
 */
const wanted: ClientDirective = (load, options, el) => {
  const selector = `[data-asks="${options.value}"]`
  let loading: Promise<void> | undefined
  const wake = () => (loading ??= load().then(hydrate => hydrate()))

  /** What didn't come is asked for again at the next sign of interest. Who pressed is told; who only passed by needn't know. */
  el.addEventListener('astro:hydration-error', () => {
    loading = undefined
    if ('asked' in el.dataset || 'submitted' in el.dataset) tellUnreached(true)
    delete el.dataset.asked
    delete el.dataset.submitted
  })
  el.addEventListener('astro:hydrate', () => tellUnreached(false))

  const onInterest = ({ target }: Event) => {
    if (target instanceof Element && (target.closest(selector) || el.contains(target))) void wake()
  }
  document.addEventListener('pointerover', onInterest)
  document.addEventListener('focusin', onInterest)
  document.addEventListener('click', event => {
    tellUnreached(false)
    const control = event.target instanceof Element && event.target.closest<HTMLElement>(selector)
    if (!control) return
    event.preventDefault()
    el.dataset.asked = control.dataset.as ?? ''
    el.dispatchEvent(new Event('asked'))
    control.ariaBusy = 'true'
    void wake().finally(() => (control.ariaBusy = null))
  })
  el.addEventListener('submit', event => {
    if ('arrived' in el.dataset) return
    event.preventDefault()
    el.dataset.submitted = ''
    void wake()
  })
  if (window.early?.matches(selector)) {
    window.early.click()
    window.early = null
  }
}

export default wanted
