/* Replaces accounts.google.com/gsi/client: one button opens one window, which returns one credential. */
;(() => {
  const home = new URL(document.currentScript?.src ?? location.href)
  const selectUrl = new URL('select', home)
  const OPTIONS = [
    'client_id',
    'callback',
    'nonce',
    'context',
    'ux_mode',
    'auto_select',
    'cancel_on_tap_outside',
    'itp_support',
    'use_fedcm_for_prompt',
    'use_fedcm_for_button',
    'login_hint',
    'hd',
    'color_scheme',
  ]
  const TEXTS = {
    signin_with: 'Sign in with Google',
    signup_with: 'Sign up with Google',
    continue_with: 'Continue with Google',
    signin: 'Sign in',
  }
  let settings
  let opened

  const fail = words => {
    throw new Error(`[GSI_LOGGER]: ${words}`)
  }

  window.addEventListener('message', event => {
    if (event.origin !== home.origin || !opened || event.source !== opened) return
    const { credential } = event.data ?? {}
    opened = undefined
    if (credential) settings.callback({ credential, select_by: 'btn' })
  })

  function openSelection() {
    const url = new URL(selectUrl)
    url.searchParams.set('client_id', settings.client_id)
    url.searchParams.set('origin', location.origin)
    if (settings.nonce) url.searchParams.set('nonce', settings.nonce)
    opened = window.open(url, 'google-sign-in', 'popup,width=500,height=600')
  }

  const id = {
    initialize(options) {
      if (!options?.client_id) fail('Missing required parameter: client_id.')
      if (typeof options.callback !== 'function') fail('Missing required parameter: callback.')
      for (const name of Object.keys(options))
        if (!OPTIONS.includes(name)) fail(`Unknown parameter: ${name}.`)
      settings = options
    },
    renderButton(parent, { text = 'signin_with', width, theme = 'outline', click_listener } = {}) {
      if (!settings) fail('Failed to render button before calling initialize().')
      const button = document.createElement('button')
      const dark = theme !== 'outline'
      button.type = 'button'
      button.textContent = TEXTS[text] ?? TEXTS.signin_with
      button.style.cssText =
        'box-sizing:border-box;height:40px;padding:0 16px;border-radius:4px;font:500 14px Arial,sans-serif;cursor:pointer'
      button.style.width = width ? `${Math.min(Math.max(Number.parseInt(width), 120), 400)}px` : 'auto'
      button.style.background = dark ? '#1a1a1e' : '#fff'
      button.style.color = dark ? '#e3e3e3' : '#1f1f1f'
      button.style.border = `1px solid ${dark ? '#8e918f' : '#747775'}`
      button.addEventListener('click', () => {
        click_listener?.()
        openSelection()
      })
      parent.replaceChildren(button)
    },
    prompt() {},
    cancel() {},
    disableAutoSelect() {},
  }
  window.google = { ...window.google, accounts: { ...window.google?.accounts, id } }
})()
